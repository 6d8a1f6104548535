internal import Budget
internal import Compression
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
        /// Text that is not base64.
        case undecodable
    }

    /// The methods whose requests have a body, as in WireMock.
    private static let methodsWithBody: Set = ["POST", "PUT", "PATCH", "QUERY"]

    /// Whether its body is S3's record of what the request has created or removed (`"s3Event": true`).
    let postsEvent: Bool
    /// Whether a template reads `response.body`.
    let readsResponseBody: Bool
    private let method: CompiledText
    private let url: CompiledText
    private let headers: [CompiledHeader]
    private let body: Body
    private let delay: DelayDistribution?
    private let parameters: JSONObject
    /// Targets that the operator allowed by writing them in the mapping's file.
    var operatorTargets: Set<TargetAuthority> = []

    /// Nil, with a problem or a warning reported, if it is never sent. Texts that fail when it is sent are late problems, as in a response.
    init?(_ listener: ServeEventListener, _ environment: RenderEnvironment, _ report: ProblemReport) {
        let before = report.problems.count
        var templates: [CompiledTemplate] = []
        let known = listener.parameters?.value.object ?? [:]
        func compile(_ text: String, _ place: JSONNode) -> CompiledText {
            report.warnOfUnclosedExpressions(in: text, place)
            func compiled(_ text: String) throws(TemplateSyntaxError) -> CompiledTemplate? {
                try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits)
            }
            func mistakes(in text: String) -> [TemplateRemark] {
                do { return try compiled(text)?.missingPartials?.remarks() ?? [] } catch { return error.remarksOfCompiling }
            }
            do {
                guard let template = try compiled(text) else { return .plain(text) }
                report.warn(about: TemplateWarnings.foundInWebhook(template, environment, parameters: known), in: place) { text in
                    (try? compiled(text)).map { TemplateWarnings.foundInWebhook($0, environment, parameters: known) } ?? []
                }
                report.addLate(template.missingPartials?.remarks() ?? [], in: place, alone: mistakes)
                templates.append(template)
                return .template(template)
            } catch {
                report.addLate(error.remarksOfCompiling, in: place, alone: mistakes)
                return .template(CompiledTemplate.failing(text, error))
            }
        }
        let node = listener.parameters ?? JSONNode(content: .object([]), offset: listener.node.offset, endOffset: listener.node.offset)
        guard var fields = FieldReader(node, report) else { return nil }
        parameters = known
        postsEvent = fields.flag("s3Event") ?? false
        method = compile(fields.text("method") ?? (postsEvent ? "POST" : "GET"), fields.place(of: "method"))
        let url = fields.text("url")
        // Beside "parameters" it is an unknown field, which is told already.
        let isBeside = listener.parameters == nil && listener.node.member("url") != nil
        if url?.isEmpty ?? (fields.take("url") == nil), !isBeside {
            report.addLate(
                "a webhook without a \"url\" is not sent", at: listener.parameters == nil ? listener.node : fields.place(of: "url"),
                repair: "It is like \"http://127.0.0.1:9090/done\".")
        } else if let url, !url.isEmpty, !url.contains("{{"), UpstreamRequest(method: "POST", url: url) == nil {
            let flaw = TargetAuthority.wrongPort(in: url).map { "has the port \($0), which is not in 0…65535" } ?? "is not an absolute URL"
            report.warn(
                "\"url\" \(flaw), so the webhook is not sent", at: fields.place(of: "url"),
                repair: "It is like \"http://127.0.0.1:9090/done\".")
        }
        self.url = compile(url ?? "", fields.place(of: "url"))
        headers = Self.headers(&fields, compile)
        body = Self.body(&fields, compile)
        readsResponseBody = templates.contains { $0.reads("body", of: "response") }
        if postsEvent {
            for name in ["body", "base64Body"] where fields.take(name) != nil {
                report.add(
                    "\"\(name)\" beside \"s3Event\"", at: fields.place(of: name), repair: "The body is S3's record: keep one of them.")
            }
        } else if fields.take("body") != nil, let encoded = fields.take("base64Body") {
            report.addLate("two bodies: \"base64Body\" means nothing beside \"body\"", at: encoded, repair: "Keep one of them.")
        } else if case .plain(let method) = method, !Self.methodsWithBody.contains(method),
            let written = fields.take("body") ?? fields.take("base64Body")
        {
            report.warn("a webhook with \(method) is sent without its body", at: written, repair: "Use POST, PUT or PATCH.")
        }
        Self.warnOfResponseFields(in: node, templates, postsEvent: postsEvent, report)
        Self.warnOfSlips(in: node, templates, report)
        delay = fields.take("delay").flatMap { DelayDistribution.decode($0, report) }
        if report.problems.count != before { return nil }
        if !listener.phases.isEmpty, !listener.phases.contains(.afterComplete) {
            report.warn(
                "a webhook is sent after the response, and never with these \"requestPhases\"", at: listener.node,
                repair: "Leave them out.")
            return nil
        }
    }

    /// As in WireMock, `body` counts if there are two.
    private static func body(_ fields: inout FieldReader, _ compile: (String, JSONNode) -> CompiledText) -> Body {
        let written = fields.take("body")
        guard let encoded = fields.text("base64Body"), written == nil else {
            return .text(compile(written.map(text) ?? "", fields.place(of: "body")))
        }
        if let bytes = Base64.decode(encoded.utf8) { return .bytes(bytes) }
        fields.report.addLate(
            "\"base64Body\" is not base64", at: fields.place(of: "base64Body"), repair: ResponseBody.repair(ofBase64: encoded))
        return .undecodable
    }

    private static func headers(_ fields: inout FieldReader, _ compile: (String, JSONNode) -> CompiledText) -> [CompiledHeader] {
        var headers: [CompiledHeader] = []
        for header in fields.members("headers", repair: "Write {\"name\": \"value\"}.") ?? [] {
            if header.name.isEmpty || FieldText.breaksLine(header.name) {
                fields.report.warn(
                    "header \"\(header.name)\" cannot be sent, so the webhook goes without it", atOffset: header.nameOffset,
                    repair: "A name has at least one character, and no line end or NUL.")
                continue
            }
            if FramingFields.isLeftOut(ofRequests: header, fields.report) { continue }
            let values: [JSONNode] = if case .array(let list) = header.value.content { list } else { [header.value] }
            for value in values {
                let text = Self.text(value)
                if let doubt = HeaderDoubts.about(value: text, of: header.name) {
                    fields.report.warn(doubt.message, at: value, repair: doubt.repair)
                }
                headers.append(CompiledHeader(name: header.name, value: compile(text, value)))
            }
        }
        return headers
    }

    /// What it reads; further parameters are for templates.
    private static let names = ["method", "url", "headers", "body", "base64Body", "s3Event", "delay"]
    /// How a response names a body, and a webhook does not.
    private static let bodiesOfResponses = ["bodyFileName", "jsonBody"]

    /// What other tools call them.
    private static let otherNames = [
        "verb": "method", "httpMethod": "method", "uri": "url", "endpoint": "url", "target": "url", "payload": "body", "content": "body",
        "data": "body", "json": "body",
    ]

    /// Warns about parameters that nothing reads and that are called nearly as one that it reads, or as in another tool.
    private static func warnOfSlips(in parameters: JSONNode, _ templates: [CompiledTemplate], _ report: ProblemReport) {
        guard case .object(let members) = parameters.content else { return }
        for member in members where !names.contains(member.name) && !bodiesOfResponses.contains(member.name) {
            guard let meant = otherNames[member.name] ?? Spelling.nearest(to: member.name, among: names),
                !templates.contains(where: { $0.reads(member.name, of: "parameters") })
            else { continue }
            report.warn(
                "a webhook has no \"\(member.name)\", and no template here reads it", atOffset: member.nameOffset,
                repair: "Did you mean \"\(meant)\"?")
        }
    }

    /// Warns about parameters that name a body as a response does, unless a template reads them.
    private static func warnOfResponseFields(
        in parameters: JSONNode, _ templates: [CompiledTemplate], postsEvent: Bool, _ report: ProblemReport
    ) {
        func warn(_ message: String, at place: JSONNode, repair: String) {
            report.warn(message, at: place, repair: postsEvent ? "With \"s3Event\" the body is S3's record." : repair)
        }
        for name in bodiesOfResponses {
            guard let written = parameters.member(name), !written.value.isNull,
                !templates.contains(where: { $0.reads(name, of: "parameters") })
            else { continue }
            let repair = name == "jsonBody" ? "Name it \"body\", which also takes JSON." : "\(inclusion(of: written))."
            warn("a webhook does not send its \"\(name)\"", at: written, repair: repair)
        }
        guard let body = parameters.member("body"), let path = body.member("filePath"), body.value.object?.count == 1 else { return }
        warn(
            "a webhook sends this \"body\" as JSON, not the file", at: body,
            repair: "\(inclusion(of: path)), or the JSON as a text if it is meant.")
    }

    /// How a webhook sends a body file.
    private static func inclusion(of file: JSONNode) -> String {
        let name = file.value.string.flatMap { $0.contains("{{") || $0.contains("'") ? nil : $0 }
        return "Write \"body\": \"{{file '\(name ?? "done.json")'}}\""
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
    ///   - response: what the request got.
    ///   - event: the body of a webhook that posts an event.
    func request(
        after original: Request, _ response: Response?, event: JSONValue? = nil, in context: RenderContext
    ) throws(TemplateError) -> UpstreamRequest {
        let root = WebhookRoot(TemplateRoot(original, context, parameters), response)
        let model = TemplateModel(root: .object(root), context: context)
        var rendered: [HeaderFields.Field] = []
        for header in headers { rendered.append(try header.rendered(model)) }
        var fields = HeaderFields(rendered)
        let method = try method.rendered(model)
        // Anything else would be further lines of the request.
        guard ASCII.isToken(method.utf8) else { throw .failure("the method \"\(method.prefix(100))\" is no HTTP method") }
        let bytes: [UInt8]
        switch body {
        case _ where event != nil:
            bytes = event?.bytes() ?? []
            if !fields.contains("Content-Type") { fields.append(name: "Content-Type", value: "application/json") }
        case _ where !Self.methodsWithBody.contains(method): bytes = []
        case .undecodable: throw .failure("\"base64Body\" is not base64")
        case .bytes(let fixed): bytes = fixed
        case .text(let text): bytes = Array(try text.rendered(model).utf8)
        }
        let url = try url.rendered(model)
        let coded = try Self.coded(bytes, as: fields, charging: context.budget)
        guard var request = UpstreamRequest(method: method, url: url, headers: fields, body: coded.isEmpty ? .empty : .bytes(coded))
        else { throw .failure("\"\(url)\" is no URL to call; it is like \"http://127.0.0.1:9090/done\"") }
        request.isOperators = TargetAuthority(literalIn: request.origin).map { operatorTargets.contains($0) } ?? false
        return request
    }

    /// A body in the coding that the fields name, if that is gzip, as WireMock sends it. Bytes that are gzip already stay as they are.
    private static func coded(
        _ bytes: [UInt8], as fields: HeaderFields, charging budget: WorkBudget?
    ) throws(TemplateError) -> [UInt8] {
        guard let coding = fields.first("Content-Encoding")?.lowercased(), coding == "gzip" || coding == "x-gzip",
            !bytes.isEmpty, !bytes.starts(with: [0x1F, 0x8B])
        else { return bytes }
        if let budget, !(budget.chargeSteps(compressionPace * bytes.count) && budget.chargeBytes(bytes.count)), let stop = budget.stop {
            throw .failure("\(stop)", exceeding: stop.setting)
        }
        guard let compressed = Gzip.compress(bytes) else { throw .failure("the body cannot be compressed") }
        return compressed
    }

    /// The steps for each byte that is compressed.
    private static let compressionPace = 4
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

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch name {
        case "originalRequest": usual.member("request", charging: budget)
        case "request": .null
        case "response": response.map { .object($0) } ?? .null
        default: usual.member(name, charging: budget)
        }
    }

    func prepare(charging budget: WorkBudget?) { usual.prepare(charging: budget) }

    var entries: [(name: String, value: TemplateValue)]? {
        ["parameters", "originalRequest"].map { ($0, member($0, charging: nil)) } + (response.map { [("response", .object($0))] } ?? [])
    }
}

/// The response to the original request: `headers` and `body`. A body that is not in memory is empty.
private final class ResponseModel: TemplateObject {
    private let response: Response
    private let knownHeaders = Once<NamedValues>()
    private let knownText = Once<String>()

    init(_ response: Response) { self.response = response }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch name {
        case "headers": .object(knownHeaders.value { NamedValues(response.headers.map { ($0.name, $0.value) }, .headers) })
        case "body": .text(bodyText(budget))
        default: .null
        }
    }

    private func bodyText(_ budget: WorkBudget?) -> String {
        knownText.value {
            guard case .bytes(let bytes) = response.body, budget?.chargeBytes(bytes.count) ?? true else { return "" }
            return BodyText.decode(bytes, contentType: response.headers.first("Content-Type"))
        }
    }
}
