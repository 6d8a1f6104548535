internal import Compression
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// A stub mapping made from an exchange, in WireMock's form.
struct RecordedStub {
    let id = UniqueID.random()
    let name: String
    /// The base of the scenario's name for repeated requests.
    let scenario: String
    /// The `request` of the mapping; equal requests have equal values.
    let request: JSONValue
    private var response = JSONObject()
    /// The file that takes the body; nil when the mapping has it.
    private(set) var file: (name: String, bytes: [UInt8])?
    /// The body as text; nil for one that is none.
    private let text: String?
    /// The objects of S3 that the response names.
    let objects: [HostedObject]
    /// The recorded server, if URLs in the body lead to it; nil if none does.
    let leadsTo: String?
    /// Where a redirection leads, if that is the recorded host by another scheme or port.
    let movesTo: String?
    /// Nil for the default one.
    var priority: Int?

    init(_ exchange: ProxiedExchange, _ specification: RecordSpecification) {
        name = RecordedName.stub(exchange.request.path)
        scenario = RecordedName.scenario(exchange.request.path)
        request = Self.request(exchange, specification, matchesRange: exchange.isOfRange)
        response["status"] = JSONValue(exchange.status)
        var body = exchange.body
        var headers = exchange.headers
        for name in Self.momentaryFields { headers.remove(name) }
        // That of a body follows from the body. HEAD and a 304 have none, and the length is the one that GET has.
        if exchange.request.method != "HEAD", exchange.status != 304 { headers.remove("Content-Length") }
        if let coding = headers.first("Content-Encoding"), coding.lowercased().contains("gzip"),
            let decoded = try? Gzip.decompress(body, limit: specification.maximumDecodedBytes)
        {
            body = decoded
            for name in ["Content-Encoding"] + Self.digestFields { headers.remove(name) }
        }
        let type = headers.first("Content-Type").map { MediaType($0).essence } ?? ""
        var text = headers.contains("Content-Encoding") || !RecordedName.isText(type) ? nil : String(validating: body, as: UTF8.self)
        let urls = Self.replaceURLs(&text, &headers, specification.objectHosts, at: exchange.arrivedAt)
        objects = urls.objects
        let address = exchange.address
        headers = address?.localizing(headers) ?? headers
        // The target has not said a length. Without this, it would be the one of the stub's body.
        let mayHaveLength = exchange.request.method == "HEAD" && ![204, 304].contains(exchange.status)
        if address != nil, mayHaveLength, !headers.contains("Content-Length") {
            response["chunkedDribbleDelay"] = ["numberOfChunks": 1, "totalDuration": 0]
        }
        if urls.hasReplaced {
            response["transformers"] = ["response-template"]
        } else if (headers.map(\.value) + [text ?? ""]).contains(where: { $0.contains("{{") }) {
            // It is sent as it came, and nobody should think otherwise.
            response["transformers"] = []
        }
        if let text { body = Array(text.utf8) }
        self.text = text
        leadsTo = text.flatMap { address?.origin(namedIn: $0) }
        movesTo = headers.first("Location").flatMap { address?.sibling($0) }
        let threshold = text == nil ? specification.extraction?.binaryBytes : specification.extraction?.textBytes
        if let threshold, body.count > threshold {
            let front = name.isEmpty ? exchange.request.method.lowercased() : name
            let fileName = "\(front)-\(id).\(RecordedName.fileExtension(type, path: exchange.request.path, body))"
            file = (fileName, body)
            response["bodyFileName"] = .string(fileName)
        } else if let text {
            if !text.isEmpty { response["body"] = .string(text) }
        } else if !body.isEmpty {
            response["base64Body"] = .string(Base64.encode(body))
        }
        if !headers.isEmpty { response["headers"] = ValuesByName(headers: headers).json }
    }

    /// The method and the path that it matches: stubs with others never match the same request.
    var place: String { [request["method"], request["urlPath"] ?? request["url"]].compactMap { $0?.string }.joined(separator: " ") }

    /// What it asks of a request there.
    var demands: StubDemands { StubDemands(request) }

    /// Puts the body that would go into a file into the mapping.
    mutating func keepBody() {
        guard let file else { return }
        self.file = nil
        response["bodyFileName"] = nil
        if let text {
            response["body"] = .string(text)
        } else {
            response["base64Body"] = .string(Base64.encode(file.bytes))
        }
    }

    /// Fields that are right for one moment or one connection: caches would take a replay for old.
    private static let momentaryFields = ["Transfer-Encoding", "Matched-Stub-Id", "Matched-Stub-Name", "Date", "Age"]
    /// Fields that a changed body makes wrong.
    private static let digestFields = ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"]

    /// Puts templates in the places of the URLs of objects. A response without any stays as it is.
    /// - Returns: what was found.
    private static func replaceURLs(
        _ text: inout String?, _ headers: inout HeaderFields, _ hosts: [ObjectHost], at time: Timestamp
    ) -> ObjectURLs {
        var urls = ObjectURLs(hosts, now: Int(time.milliseconds / 1_000))
        if hosts.isEmpty { return urls }
        let template = text.map { urls.template(of: $0) }
        var fields = HeaderFields()
        for field in headers { fields.append(name: field.name, value: urls.template(of: field.value)) }
        guard urls.hasReplaced else { return urls }
        text = template
        headers = fields
        for field in digestFields { headers.remove(field) }
        return urls
    }

    /// The whole mapping.
    /// - Parameter scenario: its name, the required state, and the new state.
    func mapping(isPersistent: Bool, scenario: (name: String, required: String, next: String?)? = nil) -> JSONObject {
        var object: JSONObject = ["id": .string(id.description)]
        if !name.isEmpty { object["name"] = .string(name) }
        if let priority { object["priority"] = JSONValue(priority) }
        object["request"] = request
        object["response"] = .object(response)
        if isPersistent { object["persistent"] = true }
        if let scenario {
            object["scenarioName"] = .string(scenario.name)
            object["requiredScenarioState"] = .string(scenario.required)
            if let next = scenario.next { object["newScenarioState"] = .string(next) }
        }
        return object
    }

    /// The `request` of an exchange's mapping.
    /// - Parameter matchesRange: whether it has the request's `Range`.
    static func request(_ exchange: ProxiedExchange, _ specification: RecordSpecification, matchesRange: Bool) -> JSONValue {
        let request = exchange.request
        var object = JSONObject()
        if request.queryBytes != nil, !request.queryItems.isEmpty {
            object["urlPath"] = .string(request.path)
            let parameters = ValuesByName(request.queryItems.map { ($0.name, $0.value) }).entries.map { name, values in
                (name, ["hasExactly": .array(values.map { ["equalTo": .string($0)] })] as JSONValue)
            }
            object["queryParameters"] = .object(JSONObject(parameters))
        } else {
            object["url"] = .string(request.target)
        }
        object["method"] = .string(request.method)
        var headers = JSONObject()
        for (name, ignoresCase) in specification.capturedHeaders {
            guard let value = request.firstHeader(name) else { continue }
            headers[name] = matcher("equalTo", value, [("caseInsensitive", ignoresCase)])
        }
        if matchesRange, let range = request.firstHeader("Range"), !specification.capturedNames.contains("range") {
            headers["Range"] = ["equalTo": .string(range)]
        }
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let body = request.bodyWithoutCoding(limit: specification.maximumDecodedBytes)
        if !body.isEmpty { object["bodyPatterns"] = .array([pattern(body, request, specification)]) }
        return .object(object)
    }

    private static func pattern(_ bytes: [UInt8], _ request: Request, _ specification: RecordSpecification) -> JSONValue {
        let type = request.firstHeader("Content-Type").map { MediaType($0).essence } ?? ""
        if specification.bodyMatching == .automatic, type == "multipart/form-data" { return ["anything": "anything"] }
        let isBinary = specification.bodyMatching == .automatic && !type.isEmpty && !RecordedName.isText(type)
        let charset = TextCharset(contentType: request.firstHeader("Content-Type")) ?? .utf8
        let written = charset == .utf8 ? String(validating: bytes, as: UTF8.self) : charset.decode(bytes)
        guard !isBinary, let text = written, !text.utf8.contains(0) else {
            return ["binaryEqualTo": .string(Base64.encode(bytes))]
        }
        let isAutomatic = specification.bodyMatching == .automatic
        // A body that does not have the type that it claims is compared as text.
        if specification.bodyMatching == .equalToJSON || isAutomatic && type.contains("json") {
            let ofJSON = matcher(
                "equalToJson", text,
                [("ignoreArrayOrder", specification.ignoresArrayOrder), ("ignoreExtraElements", specification.ignoresExtraElements)])
            if specification.accepts(ofJSON) { return ofJSON }
        }
        let ofXML: JSONValue = ["equalToXml": .string(text)]
        if specification.bodyMatching == .equalToXML || isAutomatic && type.contains("xml"), specification.accepts(ofXML) { return ofXML }
        return matcher("equalTo", text, [("caseInsensitive", specification.ignoresCase)])
    }

    private static func matcher(_ name: String, _ operand: String, _ flags: [(name: String, value: Bool?)]) -> JSONValue {
        var object: JSONObject = [name: .string(operand)]
        for flag in flags { object[flag.name] = flag.value.map { .bool($0) } }
        return .object(object)
    }
}

extension ProxiedExchange {
    /// Whether the response is a part of a whole, or says that there is no such part.
    fileprivate var isOfRange: Bool { [206, 416].contains(status) }
}
