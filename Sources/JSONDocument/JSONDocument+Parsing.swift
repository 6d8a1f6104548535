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
            return JSONDocument(source: JSONSource(name: name, bytes: bytes), root: root, loneSurrogate: scanner.loneSurrogate)
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
