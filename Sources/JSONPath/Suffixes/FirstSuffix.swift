internal import JSONDocument

extension JSONPathSuffix {
    static let first = JSONPathSuffix(name: "first") { target, _ in target.array?.first }
}
