extension JSONValue {
    public enum Layout: Sendable {
        /// No white space at all.
        case compact
        /// Two spaces a level, `"name" : value` as Jackson writes it.
        case pretty
    }

    /// The value as a JSON text in UTF-8; order and number texts kept.
    public func bytes(_ layout: Layout = .compact) -> [UInt8] {
        fatalError("writer: in work")
    }

    public func text(_ layout: Layout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }
}
