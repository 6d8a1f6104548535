internal import JSONDocument

extension JSONPathSuffix {
    static let last = JSONPathSuffix(name: "last") { target, _ in target.array?.last }
}
