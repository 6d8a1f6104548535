package import JSONDocument

/// YAML as another way to write JSON.
///
/// Read by libyaml, which is loaded at the first use. Plain scalars follow YAML 1.2's core schema; aliases and merge keys (`<<`) are
/// resolved; the core tags are known. Keys must be text and unique in their object. Any thread.
package enum YAMLDocument {
    /// Parses all documents of a text, with places.
    ///
    /// - Parameter name: what messages call the text.
    /// - Returns: one for each document that is not empty; their places refer to the same text.
    /// - Throws: `Problem` with the place of the mistake, or without one when libyaml is not installed.
    package static func parse(_ bytes: [UInt8], name: String, limits: YAMLLimits = .standard) throws(Problem) -> [JSONDocument] {
        let source = JSONSource(name: name, bytes: bytes)
        try source.checkEncoding()
        let library: LibYAML
        do { library = try LibYAML.shared() } catch {
            throw Problem(source: name, message: error.message, repair: "If it is not installed, on Debian: apt install libyaml-0-2")
        }
        do {
            var composer = YAMLComposer(try YAMLParser(bytes, library), limits)
            return try composer.documents().map { JSONDocument(source: source, root: $0) }
        } catch {
            throw error.problem(in: source)
        }
    }
}
