internal import Handlebars
package import HTTPMessage
package import JSONDocument
internal import S3Dialect
package import StubModel

/// A compiled response definition: templates are compiled, and the response itself is prepared if it is the same for every request.
///
/// Made when a stub is added. Immutable except for caches. Any thread.
package final class CompiledResponse: Sendable {
    /// The definition as the stub has it.
    package let definition: ResponseDefinition
    /// The response if it is the same for every request: shared, so that the wire prepares it once.
    let staticResponse: Response?
    /// Whether the response is sent without delays, faults or holds, unless the settings add a delay.
    let isImmediate: Bool

    /// Whether the response comes from another server.
    var isProxied: Bool { proxy != nil && staticResponse == nil }

    /// Whether where it comes from, or a field for there, is a template.
    var rendersProxy: Bool { proxy?.varies ?? false }

    /// S3's error, in place of a body or, in a modifier, of the modified response; nil for none.
    let s3Error: CompiledS3Error?
    private let identity: HeaderFields
    private let headers: [CompiledHeader]
    /// Whether one of its fields is a template.
    let headersVary: Bool
    /// The definition's modifier, with its fields as they are sent; if one is a template, they have to be rendered (`renderedHeaders`).
    let modifier: ResponseModifier?
    /// The fields if they are the same for every request.
    private let plainFields: HeaderFields?
    private let body: CompiledBody
    /// The body if it is a file and the fields are the same for every request.
    private let plainFile: CompiledBodyFile?
    private let proxy: CompiledProxy?

    /// - Parameters:
    ///   - identity: fields that every response of the stub has (`Matched-Stub-Id`, `Matched-Stub-Name`); none for a proxied one, as in
    ///     WireMock.
    ///   - report: gets templates that do not compile, with their position. The response must not be used then.
    package init(_ definition: ResponseDefinition, identity: HeaderFields, environment: RenderEnvironment, report: ProblemReport) {
        let compiler = ResponseCompiler(definition, environment, report)
        compiler.checkParameters()
        self.definition = definition
        self.identity = identity
        var headers = compiler.headers(definition.modifier?.headers ?? definition.headers, field: "headers")
        for field in identity where definition.modifier == nil {
            headers.append(CompiledHeader(name: field.name, value: .plain(field.value)))
        }
        self.headers = headers
        headersVary = headers.contains(where: \.varies)
        let plainFields = headersVary ? nil : HeaderFields(headers.map(\.plain))
        self.plainFields = plainFields
        var modifier = definition.modifier
        if let plainFields { modifier?.headers = plainFields }
        self.modifier = modifier
        body = compiler.body()
        proxy = compiler.proxy()
        s3Error = definition.s3Error.map { CompiledS3Error($0, baseDomains: environment.s3BaseDomains, report) }
        if definition.wireMockFault == .malformedResponseChunk {
            staticResponse = Self.malformed
        } else if case .fixed(let source) = body, proxy == nil, s3Error == nil, !headersVary {
            staticResponse = Response(
                status: definition.status, reason: definition.statusMessage, headers: HeaderFields(headers.map(\.plain)), body: source,
                framing: definition.framing)
        } else {
            // Nothing of it is sent if the connection breaks before.
            staticResponse = definition.wireMockFault == nil ? nil : Response(status: definition.status, reason: definition.statusMessage)
        }
        plainFile = if case .file(let file) = body, staticResponse == nil, s3Error == nil, !headersVary { file } else { nil }
        isImmediate =
            definition.faults.isEmpty && definition.chunkedDribble == nil && definition.fixedDelay == nil
            && definition.delayDistribution == nil && definition.hold == nil && definition.network == nil
            && definition.bitsPerSecond == nil
    }

    /// Whether a filter may change the response's coding: not if it stands for one of WireMock's faults, or if another server chose it.
    var mayBeCoded: Bool { proxy == nil && definition.wireMockFault == nil }

    /// The response to one request. If a template or a body file fails, it is a 500 with the reason, and the failure is noted in the draws.
    package func response(for request: Request, in context: RenderContext) -> Response {
        if let staticResponse { return staticResponse }
        let model = TemplateModel(request, context, definition.transformerParameters)
        do throws(TemplateError) {
            if let s3Error { return s3Error.response(to: request, now: context.nowMilliseconds, adding: try rendered(model)) }
            switch body {
            case .fixed(let source): return try makeResponse(source, model)
            case .template(let template): return try makeResponse(.bytes(template.render(model.root, in: context)), model)
            case .json(let template): return try makeResponse(.bytes(Self.json(template.render(model.root, in: context))), model)
            case .file(let file): return try makeFileResponse(file, model)
            }
        } catch {
            context.draws.fail(error)
            return request.arrival.listener == .s3
                ? .refusal(500, .internalError, error.message, headers: identity, to: request)
                : .text(500, error.message, headers: identity)
        }
    }

    /// The response from the body file as it is now, if nothing has to be rendered; nil otherwise, and if there is no such file.
    var fileResponse: Response? {
        guard let found = plainFile?.currentWithoutTemplate() else { return nil }
        return found.sharedResponse(variant: self) { makeResponse(found.body, HeaderFields(headers.map(\.plain))) }
    }

    /// Where to fetch the response, with templates rendered; nil if the stub does not proxy.
    /// - Throws: `.failure` if a template fails.
    func proxyTarget(for request: Request, in context: RenderContext) throws(TemplateError) -> ProxyDefinition? {
        guard let proxy else { return nil }
        return try proxy.rendered(TemplateModel(request, context, definition.transformerParameters))
    }

    /// The definition's own fields, rendered: they are added to a fetched response, or are those of a modifier.
    func renderedHeaders(for request: Request, in context: RenderContext) throws(TemplateError) -> HeaderFields {
        try rendered(TemplateModel(request, context, definition.transformerParameters))
    }

    private func makeResponse(_ source: BodySource, _ model: TemplateModel) throws(TemplateError) -> Response {
        makeResponse(source, try rendered(model))
    }

    private func makeResponse(_ source: BodySource, _ headers: HeaderFields) -> Response {
        Response(status: definition.status, reason: definition.statusMessage, headers: headers, body: source, framing: definition.framing)
    }

    private func makeFileResponse(_ file: CompiledBodyFile, _ model: TemplateModel) throws(TemplateError) -> Response {
        let (found, template) = try file.current(model)
        if let template { return try makeResponse(.bytes(template.render(model.root, in: model.context)), model) }
        if headersVary { return try makeResponse(found.body, model) }
        return found.sharedResponse(variant: self) { makeResponse(found.body, HeaderFields(headers.map(\.plain))) }
    }

    private func rendered(_ model: TemplateModel) throws(TemplateError) -> HeaderFields {
        if let plainFields { return plainFields }
        var fields: [HeaderFields.Field] = []
        fields.reserveCapacity(headers.count)
        for header in headers { fields.append(try header.rendered(model)) }
        return HeaderFields(fields)
    }

    /// A rendered `jsonBody` must still be JSON. It is sent compact.
    private static func json(_ bytes: [UInt8]) throws(TemplateError) -> [UInt8] {
        do { return try JSONValue.parse(bytes, name: "the rendered jsonBody").bytes() } catch { throw .failure("\(error)") }
    }

    /// What is sent before the garbage of `MALFORMED_RESPONSE_CHUNK`: none of the definition's fields, and no body.
    private static let malformed = Response(status: 200, framing: .chunked)
}

/// A header field whose value may be a template. Its value is one line, whatever the stub and the request have in it.
struct CompiledHeader: Sendable {
    private let name: String
    private let value: CompiledText

    init(name: String, value: CompiledText) {
        self.name = name
        self.value = if case .plain(let text) = value { .plain(FieldText.oneLine(text)) } else { value }
    }

    var varies: Bool { if case .template = value { true } else { false } }
    /// The field without a template; with one, its value is empty.
    var plain: HeaderFields.Field {
        if case .plain(let text) = value { HeaderFields.Field(name, text) } else { HeaderFields.Field(name, "") }
    }

    func rendered(_ model: TemplateModel) throws(TemplateError) -> HeaderFields.Field {
        if case .template = value { return HeaderFields.Field(name, FieldText.oneLine(try value.rendered(model))) }
        return plain
    }
}

/// A text that may be a template.
enum CompiledText: Sendable {
    case plain(String)
    case template(CompiledTemplate)

    func rendered(_ model: TemplateModel) throws(TemplateError) -> String {
        switch self {
        case .plain(let text): text
        case .template(let template): String(decoding: try template.render(model.root, in: model.context), as: UTF8.self)
        }
    }
}

enum CompiledBody: Sendable {
    case fixed(BodySource)
    case template(CompiledTemplate)
    case json(CompiledTemplate)
    case file(CompiledBodyFile)
}

struct CompiledProxy: Sendable {
    var definition: ProxyDefinition
    var baseURL: CompiledText
    var additionalHeaders: [CompiledHeader]
    var varies: Bool { if case .template = baseURL { true } else { additionalHeaders.contains(where: \.varies) } }

    func rendered(_ model: TemplateModel) throws(TemplateError) -> ProxyDefinition {
        var result = definition
        result.baseURL = try baseURL.rendered(model)
        var fields: [HeaderFields.Field] = []
        for header in additionalHeaders { fields.append(try header.rendered(model)) }
        result.additionalRequestHeaders = HeaderFields(fields)
        return result
    }
}

/// What the templates of one response are rendered with.
struct TemplateModel {
    let root: TemplateValue
    let context: RenderContext

    init(root: TemplateValue, context: RenderContext) {
        self.root = root
        self.context = context
    }

    init(_ request: Request, _ context: RenderContext, _ parameters: JSONObject) {
        root = .object(TemplateRoot(request, context, parameters))
        self.context = context
    }
}

extension ResponseDefinition {
    /// WireMock's fault, which replaces the response; nil if a draw decides whether it happens.
    var wireMockFault: FaultDefinition.WireMockName? { faults.count == 1 ? faults[0].wireMockName : nil }

    /// `Content-Length`, except for a dribble, whose chunks should be visible.
    var framing: Response.Framing { chunkedDribble == nil ? .length : .chunked }
}
