internal import Handlebars
internal import JSONDocument
package import StubModel

/// The name of a mapping's file, rendered from the mapping, its `method` and its `url` (`--filename-template`).
package struct FileNameTemplate: Sendable {
    private let template: CompiledTemplate

    /// - Throws: `TemplateSyntaxError` if the template does not compile.
    package init(_ text: String) throws { template = try CompiledTemplate.compile(text, helpers: .closed) }

    /// What is wrong with a text that does not compile, and what to do; nil for a template.
    package static func flaw(of text: String) -> String? {
        do throws(TemplateSyntaxError) {
            _ = try CompiledTemplate.compile(text, helpers: .closed)
            return nil
        } catch {
            return error.message + (error.repair.map { ". \($0)" } ?? "")
        }
    }

    /// The name for a mapping; nil if the template fails or renders nothing.
    package func name(for mapping: StubMapping) -> String? {
        let context = RenderContext(nowMilliseconds: 0, draws: DrawLog(RandomSource(seed: 0)))
        var fields = mapping.json
        fields["method"] = .string(mapping.request.method?.words ?? "ANY")
        fields["url"] = .string(mapping.request.url?.text ?? "(always)")
        let model = TemplateValue(.object(fields), printing: .java)
        guard let bytes = try? template.render(model, in: context), !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
