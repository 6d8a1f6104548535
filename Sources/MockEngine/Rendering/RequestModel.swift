internal import Handlebars
internal import HTTPMessage
internal import JavaText
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

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "request": .object(request)
        case "parameters": .tree(.object(parameters), .java)
        case "s3": .object(S3Model(baseURL: s3BaseURL?(request.request)))
        default: .null
        }
    }

    /// As in WireMock: without what only Understudy has.
    var entries: [(name: String, value: TemplateValue)]? { ["parameters", "request"].map { ($0, member($0)) } }

    private final class S3Model: TemplateObject {
        private let baseURL: String?

        init(baseURL: String?) { self.baseURL = baseURL }

        func member(_ name: String) -> TemplateValue { name == "baseUrl" ? TemplateValue(baseURL) : .null }
    }
}

/// WireMock's `request`: each property is computed when a template uses it.
final class RequestModel: TemplateObject {
    fileprivate let request: Request
    private let context: Surroundings
    private let knownAddress = Once<RequestAddress>()
    private let knownPath = Once<PathModel>()
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

    func member(_ name: String) -> TemplateValue {
        switch name {
        case "url": .text(request.target)
        case "path", "pathSegments": .object(knownPath.value { PathModel(request, context.pathParameters) })
        case "query": .object(query)
        case "method": .text(request.method)
        case "host": .text(address.host)
        case "port": .int(address.port)
        case "scheme": .text(request.arrival.scheme)
        case "baseUrl": .text(context.baseURL?() ?? address.baseURL)
        case "clientIp": .text(request.clientIP)
        case "headers": .object(RequestHeadersModel(request))
        case "cookies": .object(cookies)
        case "body": .text(bodyText)
        case "bodyAsBase64": .text(knownBase64.value { Base64.encode(bodyBytes) })
        case "binary": .bool(!MediaType.isText(request.firstHeader("Content-Type") ?? ""))
        case "multipart": .bool(isMultipart)
        case "parts": parts
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
        Self.memberNames.filter { $0 != "requestLine" }.map { ($0, member($0)) }
    }

    var text: String? { "\(request.method) \(request.target)" }

    /// The body is there as text, in base64 and in parts. It is not split to be counted.
    var weight: Int {
        let head = request.headers.reduce(request.target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        return 64 + (8 * head + 6 * bodyBytes.count) >> 4
    }

    private var address: RequestAddress { knownAddress.value { RequestAddress(request) } }

    private var query: NamedValues {
        knownQuery.value { NamedValues(request.queryItems.map { ($0.name, $0.value) }, .exact) }
    }

    private var cookies: NamedValues {
        knownCookies.value { NamedValues(request.cookies.map { ($0.name, $0.value) }, .exact) }
    }

    /// A gzipped body is shown decoded, as matchers see it.
    private var bodyBytes: [UInt8] {
        knownBody.value { context.body?.bytes ?? request.bodyWithoutCoding(limit: context.bodyLimits.decodedBodyBytes) }
    }

    /// Always the same text, so that helpers recognize it without comparing it.
    private var bodyText: String {
        knownBodyText.value {
            context.body?.text ?? BodyText.decode(bodyBytes, contentType: request.firstHeader("Content-Type"))
        }
    }

    private var contentType: MediaType? { request.firstHeader("Content-Type").map { MediaType($0) } }
    private var isMultipart: Bool { contentType?.essence.hasPrefix("multipart/") ?? false }

    private var parts: TemplateValue { knownParts.value { splitParts } }

    private var splitParts: TemplateValue {
        guard isMultipart, let contentType,
            let body = try? MultipartBody(bodyBytes, contentType: contentType, maximumParts: context.bodyLimits.multipartParts)
        else { return .null }
        return .object(PartsModel(body.knownParts, isRelated: contentType.essence == "multipart/related"))
    }
}

/// The path: a text, a list of its segments, and the variables of the stub's path template. Percent escapes are decoded; with a path
/// template they are not, and the list begins with the empty text before the first slash.
private final class PathModel: TemplateObject {
    private let path: String
    private let parameters: [(name: String, value: String)]
    private let knownPieces = Once<[String]>()
    private let knownSegments = Once<[String]>()

    init(_ request: Request, _ parameters: [(name: String, value: String)]) {
        path = parameters.isEmpty ? PercentCoding.decodePath(request.pathBytes) : String(decoding: request.pathBytes, as: UTF8.self)
        self.parameters = parameters
    }

    private var pieces: [String] {
        parameters.isEmpty ? segments : knownPieces.value { split(omittingEmpty: false) }
    }

    private var segments: [String] { knownSegments.value { split(omittingEmpty: true) } }

    private func split(omittingEmpty: Bool) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty).map { String(Substring($0)) }
    }

    var text: String? { path }
    var elements: [TemplateValue]? { pieces.map { .text($0) } }
    /// A path has fewer segments than bytes. It is seldom split.
    var weight: Int { 1 + path.utf8.count }

    func member(_ name: String) -> TemplateValue {
        if let parameter = parameters.first(where: { $0.name.isSame(as: name) }) { return .text(parameter.value) }
        if let index = Int(name) {
            let segments = segments
            return segments.indices.contains(index) ? .text(segments[index]) : .null
        }
        return switch name {
        case "size", "length": .int(segments.count)
        case "empty": .bool(segments.isEmpty)
        default: .null
        }
    }
}

/// The parts of a multipart body by name. Nameless parts of a related body are called `part-0`, `part-1`, ….
private final class PartsModel: TemplateObject {
    private let parts: [(name: String?, part: PartModel)]

    init(_ parts: [MultipartBody.Part], isRelated: Bool) {
        guard isRelated else {
            self.parts = JavaHashOrder.sorted(parts.map { ($0.name, PartModel($0, $0.name)) }) { $0.0 ?? "" }
            return
        }
        var nameless = 0
        self.parts = parts.map { part in
            if part.name != nil { return (part.name, PartModel(part, part.name)) }
            defer { nameless += 1 }
            return ("part-\(nameless)", PartModel(part, "part-\(nameless)"))
        }
    }

    func member(_ name: String) -> TemplateValue {
        parts.first { $0.name?.isSame(as: name) ?? false }.map { .object($0.part) } ?? .null
    }

    var entries: [(name: String, value: TemplateValue)]? { parts.map { ($0.name ?? "", .object($0.part)) } }
}

private final class PartModel: TemplateObject {
    private let part: MultipartBody.Part
    private let name: String?
    private let knownText = Once<String>()
    private let knownBase64 = Once<String>()
    private let knownPrint = Once<String>()

    init(_ part: MultipartBody.Part, _ name: String?) {
        self.part = part
        self.name = name
    }

    func member(_ member: String) -> TemplateValue {
        switch member {
        case "name": TemplateValue(name)
        case "fileName", "filename": TemplateValue(part.fileName)
        case "body": .text(bodyText)
        case "bodyAsBase64": .text(knownBase64.value { Base64.encode(part.body) })
        case "binary": .bool(!MediaType.isText(part.headers.first("Content-Type") ?? "text/plain"))
        case "headers": .object(headers)
        default: .null
        }
    }

    /// With names in lower case, as WireMock shows those of parts.
    private var headers: NamedValues { NamedValues(part.headers.map { ($0.name.lowercased(), $0.value) }, .headers) }

    /// As WireMock prints a part.
    var text: String? { knownPrint.value { printed } }

    private var printed: String {
        "[name='\(name ?? "null")', headers=\(TemplateValue.object(headers).printed), body=\(bodyText)]"
    }

    private var bodyText: String {
        knownText.value { BodyText.decode(part.body, contentType: part.headers.first("Content-Type")) }
    }
}
