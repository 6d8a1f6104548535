internal import Budget
internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// The root object of templates: `request`, `parameters`, `s3`.
final class TemplateRoot: TemplateObject {
    private let request: RequestModel
    private let parameters: JSONObject
    private let s3BaseURL: (@Sendable (Request) -> String?)?

    init(_ request: Request, _ context: RenderContext, _ parameters: JSONObject) {
        self.request = RequestModel(request, context)
        self.parameters = parameters
        s3BaseURL = context.s3BaseURL
    }

    /// The members of `request` and `s3`.
    static let knownMembers = ["request": RequestModel.memberNames, "s3": ["baseUrl"]]

    /// The members of the objects that the templates of webhooks have.
    static let knownMembersInWebhooks = [
        "originalRequest": RequestModel.memberNames, "response": ["headers", "body"], "s3": ["baseUrl"],
    ]

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch name {
        case "request": .object(request)
        case "parameters": .tree(.object(parameters), .java)
        case "s3": .object(S3Model(baseURL: s3BaseURL?(request.request)))
        default: .null
        }
    }

    /// As in WireMock: without what only Understudy has.
    var entries: [(name: String, value: TemplateValue)]? { ["parameters", "request"].map { ($0, member($0, charging: nil)) } }

    func prepare(charging budget: WorkBudget?) { request.prepare(charging: budget) }

    private final class S3Model: TemplateObject {
        private let baseURL: String?

        init(baseURL: String?) { self.baseURL = baseURL }

        func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue { name == "baseUrl" ? TemplateValue(baseURL) : .null }
    }
}

/// WireMock's `request`: each property is computed when a template uses it.
final class RequestModel: TemplateObject {
    fileprivate let request: Request
    private let context: Surroundings
    private let knownAddress = Once<RequestAddress>()
    private let knownPath = Once<RequestPathModel>()
    private let knownHeaders = Once<RequestHeadersModel>()
    private let knownType = Once<BodyType>()
    private let knownBody = Once<[UInt8]>()
    private let knownBodyText = Once<String>()
    private let knownBase64 = Once<String>()
    private let knownParts = Once<TemplateValue>()
    private let knownQuery = Once<NamedValues>()
    private let knownCookies = Once<NamedValues>()

    /// The parts of a `RenderContext` that are needed.
    private struct Surroundings: Sendable {
        var baseURL: (@Sendable () -> String)?
        var requestID: RequestName?
        var pathParameters: [(name: String, value: String)]
        var bodyLimits: MatchingLimits
        var body: KnownBody?
    }

    /// What Content-Type says of the body.
    private struct BodyType: Sendable {
        /// Nil without the field.
        let media: MediaType?
        let isMultipart: Bool
        let isBinary: Bool

        init(_ field: String?) {
            media = field.map { MediaType($0) }
            isMultipart = media?.essence.hasPrefix("multipart/") ?? false
            isBinary = !MediaType.isText(field ?? "")
        }
    }

    init(_ request: Request, _ context: RenderContext) {
        self.request = request
        self.context = Surroundings(
            baseURL: context.baseURL, requestID: context.requestID, pathParameters: context.pathParameters,
            bodyLimits: context.bodyLimits, body: context.body)
    }

    /// The names that `member` accepts.
    static let memberNames = [
        "url", "path", "pathSegments", "query", "method", "host", "port", "scheme", "baseUrl", "clientIp", "headers", "cookies", "body",
        "bodyAsBase64", "binary", "multipart", "parts", "id", "requestLine",
    ]

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch name {
        case "url": .text(request.target)
        case "path", "pathSegments": .object(knownPath.value { RequestPathModel(request, context.pathParameters) })
        case "query": .object(query(budget))
        case "method": .text(request.method)
        case "host": .text(address.host)
        case "port": .int(address.port)
        case "scheme": .text(address.scheme)
        case "baseUrl": .text(context.baseURL?() ?? address.baseURL)
        case "clientIp": .text(request.clientIP)
        case "headers": .object(headers)
        case "cookies": .object(cookies(budget))
        case "body": .text(bodyText(budget))
        case "bodyAsBase64": .text(bodyAsBase64(budget))
        case "binary": .bool(type.isBinary)
        case "multipart": .bool(type.isMultipart)
        case "parts": parts(budget)
        case "id": TemplateValue(context.requestID?.id.description)
        // Deprecated in WireMock: an alias of the same members.
        case "requestLine": .object(self)
        default: .null
        }
    }

    /// In WireMock the method is an object that has its name. Here it is a text, which can be compared.
    func member(_ name: String, _ part: String) -> TemplateValue? {
        name == "method" && (part == "value" || part == "name") ? .text(request.method) : nil
    }

    /// All but the alias of itself.
    var entries: [(name: String, value: TemplateValue)]? {
        Self.memberNames.filter { $0 != "requestLine" }.map { ($0, member($0, charging: nil)) }
    }

    /// Reads the body, and splits it.
    func prepare(charging budget: WorkBudget?) {
        _ = bodyText(budget)
        _ = bodyAsBase64(budget)
        _ = parts(budget)
        headers.prepare(charging: budget)
        query(budget).prepare(charging: budget)
        cookies(budget).prepare(charging: budget)
    }

    var text: String? { "\(request.method) \(request.target)" }

    /// The body is there as text, in base64 and in parts. It is not split to be counted.
    var weight: Int {
        let head = request.headers.reduce(request.target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        return 64 + (8 * head + 6 * bodyBytes(nil).count) >> 4
    }

    private var address: RequestAddress { knownAddress.value { RequestAddress(request) } }

    private var headers: RequestHeadersModel { knownHeaders.value { RequestHeadersModel(request) } }
    private var type: BodyType { knownType.value { BodyType(request.firstHeader("Content-Type")) } }

    private func query(_ budget: WorkBudget?) -> NamedValues {
        knownQuery.value {
            guard budget?.chargeParsing(request.queryBytes?.count ?? 0) ?? true else { return NamedValues([], .exact) }
            return NamedValues(request.queryItems.map { ($0.name, $0.value) }, .exact)
        }
    }

    private func cookies(_ budget: WorkBudget?) -> NamedValues {
        knownCookies.value {
            let cookies = request.cookies
            budget?.chargeSteps(30 * cookies.count)
            return NamedValues(cookies.map { ($0.name, $0.value) }, .exact)
        }
    }

    /// A gzipped body is shown decoded, as matchers see it.
    private func bodyBytes(_ budget: WorkBudget?) -> [UInt8] {
        knownBody.value {
            context.body?.bytes ?? request.bodyWithoutCoding(limit: context.bodyLimits.decodedBodyBytes, within: budget)
        }
    }

    /// Always the same text, so that helpers recognize it without comparing it.
    private func bodyText(_ budget: WorkBudget?) -> String {
        knownBodyText.value {
            if let text = context.body?.text { return text }
            let bytes = bodyBytes(budget)
            guard budget?.chargeBytes(bytes.count) ?? true else { return "" }
            return BodyText.decode(bytes, contentType: request.firstHeader("Content-Type"))
        }
    }

    private func bodyAsBase64(_ budget: WorkBudget?) -> String {
        knownBase64.value {
            let bytes = bodyBytes(budget)
            if let budget, !(budget.chargeBytes(2 * bytes.count) && budget.chargeSteps(bytes.count)) { return "" }
            return Base64.encode(bytes)
        }
    }

    private func parts(_ budget: WorkBudget?) -> TemplateValue { knownParts.value { splitParts(budget) } }

    private func splitParts(_ budget: WorkBudget?) -> TemplateValue {
        guard type.isMultipart, let media = type.media else { return .null }
        let bytes = bodyBytes(budget)
        if let budget, !(budget.chargeBytes(2 * bytes.count) && budget.chargeSteps(bytes.count)) { return .null }
        guard let body = try? MultipartBody(bytes, contentType: media, maximumParts: context.bodyLimits.multipartParts),
            budget?.chargeSteps(200 * body.knownParts.count) ?? true
        else { return .null }
        return .object(RequestPartsModel(body.knownParts, isRelated: media.essence == "multipart/related"))
    }
}
