/// How a text is read.
public enum JSONMode: Sendable {
    /// RFC 8259 to the letter.
    case strict
    /// What WireMock's reader takes as well in files: `//`, `/* */` and `#` comments, and single-quoted strings. Nothing after the value.
    case fixture
}

extension JSONDocument {
    /// Reads one JSON text, with places.
    /// - Parameters:
    ///   - name: what messages call the text.
    ///   - maximumDepth: nesting beyond it is refused.
    /// - Throws: `Problem`, with the place of the first byte that cannot be.
    public static func parse(
        _ bytes: [UInt8], name: String, mode: JSONMode = .fixture, maximumDepth: Int = 512
    ) throws(Problem) -> JSONDocument {
        fatalError("parser: in work")
    }
}

extension JSONValue {
    /// Reads one JSON text, without places: for bodies.
    /// - Throws: `Problem`, as `JSONDocument.parse`.
    public static func parse(
        _ bytes: some Collection<UInt8>, name: String = "JSON text", mode: JSONMode = .strict, maximumDepth: Int = 512
    ) throws(Problem) -> JSONValue {
        fatalError("parser: in work")
    }
}
