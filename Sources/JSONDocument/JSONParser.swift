/// Which texts are accepted.
///
/// Both modes require valid UTF-8 and one value with nothing after it. Both refuse what RFC 8259 and WireMock's reader refuse: trailing
/// commas, `NaN`, leading zeros, bare line ends in strings. Both read a lone surrogate (`"\ud800"`) as U+FFFD and keep a repeated name, of
/// which the last one counts.
package enum JSONMode: Sendable {
    /// RFC 8259 exactly; a byte order mark is refused.
    case strict
    /// What people write in files: also `//`, `/* */` and `#` comments, strings and names in single quotes, `\'` in any string, and a byte
    /// order mark. WireMock's reader (Jackson with ALLOW_COMMENTS and ALLOW_SINGLE_QUOTES) accepts the same except for `#`.
    case fixture
}

extension JSONDocument {
    /// Parses one JSON text, with places.
    /// - Parameters:
    ///   - name: what messages call the text.
    ///   - maximumDepth: deeper nesting is refused.
    /// - Throws: `Problem`, with the place of the first wrong byte.
    package static func parse(
        _ bytes: [UInt8], name: String, mode: JSONMode = .fixture, maximumDepth: Int = 512
    ) throws(Problem) -> JSONDocument {
        var scanner = JSONScanner(bytes: bytes, mode: mode, maximumDepth: maximumDepth)
        do {
            let root = try scanner.document(JSONNodeBuilder.self)
            return JSONDocument(source: JSONSource(name: name, bytes: bytes), root: root)
        } catch {
            throw error.problem(in: JSONSource(name: name, bytes: bytes))
        }
    }
}

extension JSONValue {
    /// Parses one JSON text, without places: for bodies.
    /// - Throws: `Problem`, as `JSONDocument.parse`.
    package static func parse(
        _ bytes: some Collection<UInt8>, name: String = "JSON text", mode: JSONMode = .strict, maximumDepth: Int = 512
    ) throws(Problem) -> JSONValue {
        let bytes = Array(bytes)
        var scanner = JSONScanner(bytes: bytes, mode: mode, maximumDepth: maximumDepth)
        do {
            return try scanner.document(JSONValueBuilder.self)
        } catch {
            throw error.problem(in: JSONSource(name: name, bytes: bytes))
        }
    }
}
