internal import JSONDocument

extension JSONPathSuffix {
    /// The strings of a list and of the arguments, one after the other.
    static let concat = JSONPathSuffix(name: "concat") { target, arguments in
        var text = (target.array ?? []).compactMap(\.string).joined()
        for argument in arguments { text += argument.array?.compactMap(\.string).joined() ?? argument.scalarText ?? "" }
        return .string(text)
    }
}
