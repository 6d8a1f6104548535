internal import JSONDocument

extension JSONPathSuffix {
    /// A list with the arguments at its end; anything else as it is.
    static let append = JSONPathSuffix(name: "append") { target, arguments in
        target.array.map { .array($0 + arguments) } ?? target
    }
}
