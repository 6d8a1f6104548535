import JSONDocument
import HTTPMessage

@testable import Handlebars
@testable import MockEngine

/// Renders templates for one request with a JSON body.
enum HelperRequest {
    static let json =
        #"{"a":{"b":[1,2,{"c":"x"}],"s":"text","n":null,"t":true},"items":[{"id":1,"n":"A"},{"id":2,"n":"B"}],"d":1.50,"e":1e3}"#

    static func body(_ template: String, body: String = json, seed: UInt64 = 1, system: TemplateSystem = TemplateSystem()) throws -> String
    {
        let request = Request(
            method: "POST", target: "/a/b?q=1&q=2&x=y", headers: [("Content-Type", "application/json"), ("X-H", "h1")],
            body: Array(body.utf8))
        let compiled = try CompiledTemplate.compileStretch(of: template, helpers: .builtIn(system))
        let context = context(seed: seed)
        let model = TemplateModel(request, context, [:])
        return String(decoding: try compiled?.render(model.root, in: context) ?? Array(template.utf8), as: UTF8.self)
    }

    static func context(seed: UInt64 = 1) -> RenderContext {
        RenderContext(nowMilliseconds: 1_795_256_130_250, draws: DrawLog(RandomSource(seed: seed)))
    }

    /// The message for a template that fails, without its place.
    static func failure(_ template: String) -> String? {
        do {
            _ = try body(template)
            return nil
        } catch {
            guard case .failure(let message, _, _)? = error as? TemplateError else { return nil }
            return message
        }
    }
}
