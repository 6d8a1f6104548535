internal import Handlebars
internal import JSONDocument
package import StubModel

/// The name of a mapping's file, made by a template from the mapping itself, its `method` and its `url` (`--filename-template`).
package struct FileNameTemplate: Sendable {
    private let template: CompiledTemplate

    /// - Throws: what describes itself in a sentence, when the template does not compile.
    package init(_ text: String) throws { template = try CompiledTemplate.compile(text, helpers: .closed) }

    /// Nil when the template fails, or makes nothing.
    package func name(for mapping: StubMapping) -> String? {
        let context = RenderContext(nowMilliseconds: 0, draws: DrawLog(RandomSource(seed: 0)))
        var fields = mapping.json
        fields["method"] = .string(mapping.request.method ?? "ANY")
        fields["url"] = .string(mapping.request.url?.text ?? "(always)")
        let model = TemplateValue(.object(fields), printing: .java)
        guard let bytes = try? template.render(model, in: context), !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
