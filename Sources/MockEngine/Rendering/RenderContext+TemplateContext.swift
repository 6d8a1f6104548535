package import HTTPMessage
package import Handlebars
package import JSONDocument

extension RenderContext: TemplateContext {
    /// Draws from the session's random numbers, and records the draw.
    package func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        draws.draw(what, show: show, body)
    }

    /// Notes a mistake for the journal and the log.
    package func note(_ mistake: TemplateError) { draws.note(mistake) }

    /// The body that matching has parsed.
    package var knownJSON: (text: String, value: JSONValue)? {
        guard let text = body?.text, let json = body?.json else { return nil }
        return (text, json)
    }

    /// A body file that a template includes.
    /// - Parameter reading: called with the bytes of the file before they are read; throws if they must not be.
    /// - Throws: `.failure` if there is none, or it cannot be read.
    package func bodyFile(_ name: String, reading: (Int) throws(TemplateError) -> Void) throws(TemplateError) -> TemplateFile {
        guard let includedFiles else { throw .failure("there is no folder of body files") }
        return try includedFiles.file(name, reading: reading)
    }
}
