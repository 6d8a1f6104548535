internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// A request that is sent when a stub has answered: WireMock's `webhook`, its texts compiled as templates.
///
/// Parameters: `method` (GET), `url`, `headers`, `body` or `base64Body`, `delay` (a delay distribution). Templates see `originalRequest`,
/// and all parameters, others included, as `parameters`.
struct CompiledWebhook: Sendable {
    static let name = "webhook"

    private enum Body: Sendable {
        case text(CompiledText)
        case bytes([UInt8])
    }

    /// Whether it is sent when the request is matched, and not when the answer has gone.
    let comesFirst: Bool
    private let method: CompiledText
    private let url: CompiledText
    private let headers: [CompiledHeader]
    private let body: Body
    private let delay: DelayDistribution?
    private let parameters: JSONObject

    /// Nil, and a problem reported, when it cannot be sent.
    init?(_ listener: ServeEventListener, _ environment: RenderEnvironment, _ report: ProblemReport) {
        let before = report.problems.count
        let parameters = listener.parameters
        func compile(_ name: String, _ text: String) -> CompiledText {
            do {
                return try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits).map {
                    .template($0)
                } ?? .plain(text)
            } catch {
                report.add("the webhook's \"\(name)\" does not compile: \(error.message)", at: listener.node)
                return .plain("")
            }
        }
        guard let url = parameters["url"]?.string, !url.isEmpty else {
            report.add("a webhook needs a \"url\" among its \"parameters\"", at: listener.node)
            return nil
        }
        self.parameters = parameters
        comesFirst = !listener.phases.isEmpty && !listener.phases.contains("AFTER_COMPLETE")
        method = compile("method", parameters["method"]?.string ?? "GET")
        self.url = compile("url", url)
        var headers: [CompiledHeader] = []
        for (name, value) in parameters["headers"]?.object ?? [:] {
            for text in value.array ?? [value] {
                headers.append(CompiledHeader(name: name, value: compile("headers", text.string ?? text.text())))
            }
        }
        self.headers = headers
        if let encoded = parameters["base64Body"]?.string {
            let bytes = Base64.decode(encoded.utf8)
            if bytes == nil { report.add("the webhook's \"base64Body\" is not base64", at: listener.node) }
            body = .bytes(bytes ?? [])
        } else {
            body = .text(compile("body", parameters["body"].map { $0.string ?? $0.text() } ?? ""))
        }
        delay = parameters["delay"].flatMap { Self.delay($0, of: listener, report) }
        if report.problems.count != before { return nil }
    }

    private static func delay(_ value: JSONValue, of listener: ServeEventListener, _ report: ProblemReport) -> DelayDistribution? {
        guard let document = try? JSONDocument.parse(value.bytes(), name: "delay") else { return nil }
        let inner = ProblemReport(document)
        let result = DelayDistribution.decode(document.root, inner)
        for problem in inner.problems {
            report.add("the webhook's \"delay\": \(problem.message)", at: listener.node, repair: problem.repair)
        }
        return result
    }

    /// The request to send.
    func request(after original: Request, in context: RenderContext) throws(TemplateError) -> UpstreamRequest {
        let model = TemplateModel(root: .object(WebhookRoot(RequestModel(original, context), parameters)), context: context)
        var fields = HeaderFields()
        for header in headers { fields.append(name: header.name, value: try header.value.rendered(model)) }
        let bytes: [UInt8]
        switch body {
        case .bytes(let fixed): bytes = fixed
        case .text(let text): bytes = Array(try text.rendered(model).utf8)
        }
        let url = try url.rendered(model)
        let method = try method.rendered(model)
        guard
            let request = UpstreamRequest(
                method: method, url: url, headers: fields, body: bytes.isEmpty ? .empty : .bytes(bytes),
                delay: delay.map { DelaySampler.sample($0, draws: context.draws) } ?? .zero)
        else { throw .failure("\"\(url)\" is no URL to call; it is like \"http://127.0.0.1:9090/done\"") }
        return request
    }
}

/// What a webhook's templates see.
private final class WebhookRoot: TemplateObject {
    private let original: RequestModel
    private let parameters: JSONObject

    init(_ original: RequestModel, _ parameters: JSONObject) {
        self.original = original
        self.parameters = parameters
    }

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "originalRequest": .object(original)
        case "parameters": .tree(.object(parameters), .java)
        default: .null
        }
    }
}
