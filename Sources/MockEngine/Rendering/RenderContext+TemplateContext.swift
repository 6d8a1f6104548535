package import HTTPMessage
package import Handlebars
package import JSONDocument

extension RenderContext: TemplateContext {
    package func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        draws.draw(what, show: show, body)
    }

    package func bodyFile(_ name: String) throws(TemplateError) -> TemplateFile {
        guard let includedFiles else { throw .failure("there is no folder of body files") }
        return try includedFiles.file(name)
    }
}
