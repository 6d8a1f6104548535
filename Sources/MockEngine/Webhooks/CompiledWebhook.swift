internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// A request that is sent after a stub is used: WireMock's `webhook`, with its texts compiled as templates.
///
/// Parameters: `method` (GET), `url`, `headers`, `body` or `base64Body`, `s3Event`, `delay` (a delay distribution). Templates can use
/// `originalRequest`, `response`, and all parameters, including unknown ones, as `parameters`.
struct CompiledWebhook: Sendable {
    static let name = "webhook"

    private enum Body: Sendable {
        case text(CompiledText)
        case bytes([UInt8])
    }

    /// Whether it is sent when the request is matched instead of after the response.
    let comesFirst: Bool
    /// Whether its body is S3's record of what the request has created or removed (`"s3Event": true`).
    let postsEvent: Bool
    private let method: CompiledText
    private let url: CompiledText
    private let headers: [CompiledHeader]
    private let body: Body
    private let delay: DelayDistribution?
    private let parameters: JSONObject
    /// Targets that the operator allowed by writing them in the mapping's file.
    var operatorTargets: Set<TargetAuthority> = []

    /// Nil, with a problem reported, if it cannot be sent.
    init?(_ listener: ServeEventListener, _ environment: RenderEnvironment, _ report: ProblemReport) {
        let before = report.problems.count
        func compile(_ text: String, _ place: JSONNode) -> CompiledText {
            do {
                let template = try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits)
                guard let template else { return .plain(text) }
                for member in TemplateWarnings.foundInWebhook(template, environment) {
                    report.warn(member.message, at: place, repair: member.repair)
                }
                return .template(template)
            } catch {
                report.add("the template does not compile: \(error.message)", at: place)
                return .plain("")
            }
        }
        guard let node = listener.parameters else {
            report.add("a webhook needs \"parameters\" with a \"url\"", at: listener.node)
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        parameters = node.value.object ?? [:]
        comesFirst = !listener.phases.isEmpty && !listener.phases.contains(.afterComplete)
        postsEvent = fields.flag("s3Event") ?? false
        method = compile(fields.text("method") ?? (postsEvent ? "POST" : "GET"), fields.place(of: "method"))
        let url = fields.text("url")
        if url?.isEmpty ?? (fields.take("url") == nil) {
            report.add("a webhook needs a \"url\"", at: fields.place(of: "url"), repair: "It is like \"http://127.0.0.1:9090/done\".")
        }
        self.url = compile(url ?? "", fields.place(of: "url"))
        var headers: [CompiledHeader] = []
        for header in fields.members("headers", repair: "Write {\"name\": \"value\"}.") ?? [] {
            let values: [JSONNode] = if case .array(let list) = header.value.content { list } else { [header.value] }
            for value in values { headers.append(CompiledHeader(name: header.name, value: compile(Self.text(value), value))) }
        }
        self.headers = headers
        if let encoded = fields.text("base64Body") {
            let bytes = Base64.decode(encoded.utf8)
            if bytes == nil {
                report.add("\"base64Body\" is not base64", at: fields.place(of: "base64Body"), repair: "Use \"body\" for text.")
            }
            body = .bytes(bytes ?? [])
        } else {
            body = .text(compile(fields.take("body").map(Self.text) ?? "", fields.place(of: "body")))
        }
        if postsEvent {
            for name in ["body", "base64Body"] where fields.take(name) != nil {
                report.add(
                    "\"\(name)\" beside \"s3Event\"", at: fields.place(of: name), repair: "The body is S3's record: keep one of them.")
            }
            if comesFirst {
                report.add(
                    "\"s3Event\" is sent when the request has been performed", at: listener.node,
                    repair: "Leave \"requestPhases\" out.")
            }
        }
        delay = fields.take("delay").flatMap { DelayDistribution.decode($0, report) }
        if report.problems.count != before { return nil }
    }

    /// A string as it is, any other value as JSON.
    private static func text(_ node: JSONNode) -> String {
        let value = node.value
        return value.string ?? value.text()
    }

    /// The delay before it is sent.
    func delay(draws: DrawLog) -> Duration { delay.map { DelaySampler.sample($0, draws: draws) } ?? .zero }

    /// The request to send.
    /// - Parameters:
    ///   - response: what the request got; nil for a webhook that comes first.
    ///   - event: the body of a webhook that posts an event.
    func request(
        after original: Request, _ response: Response? = nil, event: JSONValue? = nil, in context: RenderContext
    ) throws(TemplateError) -> UpstreamRequest {
        let root = WebhookRoot(TemplateRoot(original, context, parameters), response)
        let model = TemplateModel(root: .object(root), context: context)
        var fields = HeaderFields()
        for header in headers { fields.append(name: header.name, value: FieldText.oneLine(try header.value.rendered(model))) }
        let bytes: [UInt8]
        switch body {
        case _ where event != nil:
            bytes = event?.bytes() ?? []
            if !fields.contains("Content-Type") { fields.append(name: "Content-Type", value: "application/json") }
        case .bytes(let fixed): bytes = fixed
        case .text(let text): bytes = Array(try text.rendered(model).utf8)
        }
        let url = try url.rendered(model)
        let method = try method.rendered(model)
        guard
            var request = UpstreamRequest(
                method: method, url: url, headers: fields, body: bytes.isEmpty ? .empty : .bytes(bytes))
        else { throw .failure("\"\(url)\" is no URL to call; it is like \"http://127.0.0.1:9090/done\"") }
        request.isOperators = TargetAuthority(literalIn: request.origin).map { operatorTargets.contains($0) } ?? false
        return request
    }
}

/// The root object of a webhook's templates.
private final class WebhookRoot: TemplateObject {
    /// Of the templates of responses.
    private let usual: TemplateRoot
    private let response: ResponseModel?

    init(_ usual: TemplateRoot, _ response: Response?) {
        self.usual = usual
        self.response = response.map { ResponseModel($0) }
    }

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "originalRequest": usual.member("request")
        case "request": .null
        case "response": response.map { .object($0) } ?? .null
        default: usual.member(name)
        }
    }
}

/// The response to the original request: `headers` and `body`. A body that is not in memory is empty.
private final class ResponseModel: TemplateObject {
    private let response: Response

    init(_ response: Response) { self.response = response }

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "headers": .object(NamedValues(response.headers.map { ($0.name, $0.value) }, .headers))
        case "body":
            if case .bytes(let bytes) = response.body {
                .text(BodyText.decode(bytes, contentType: response.headers.first("Content-Type")))
            } else {
                .text("")
            }
        default: .null
        }
    }
}
