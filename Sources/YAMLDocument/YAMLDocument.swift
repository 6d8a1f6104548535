package import JSONDocument

/// YAML as another way to write JSON.
///
/// Read by libyaml, which is loaded at the first use. Plain texts mean what YAML 1.2's core schema says; aliases and merge keys (`<<`)
/// are followed; of tags the core ones are known. A key is text, and stands once in its object. Pure, and fit for any thread.
package enum YAMLDocument {
    /// Reads all documents of a text, with places.
    ///
    /// - Parameter name: what messages call the text.
    /// - Returns: one for each document that holds something; their places are all in the same text.
    /// - Throws: `Problem`: with the place of what cannot be, or without one when libyaml is not installed.
    package static func parse(_ bytes: [UInt8], name: String, limits: YAMLLimits = .standard) throws(Problem) -> [JSONDocument] {
        let source = JSONSource(name: name, bytes: bytes)
        try source.checkEncoding()
        let library: LibYAML
        do { library = try LibYAML.shared() } catch {
            throw Problem(source: name, message: error.message, repair: "On Debian: apt install libyaml-0-2")
        }
        do {
            var composer = YAMLComposer(try YAMLParser(bytes, library), limits)
            return try composer.documents().map { JSONDocument(source: source, root: $0) }
        } catch {
            throw error.problem(in: source)
        }
    }
}
