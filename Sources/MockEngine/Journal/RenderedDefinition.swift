internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// A response definition with its templates replaced by what was sent, as WireMock's journal shows it.
struct RenderedDefinition {
    private var object: JSONObject

    /// - Parameters:
    ///   - definition: the stub's definition as JSON.
    ///   - response: the response that the journal kept.
    ///   - proxy: where the response came from, rendered; nil if it has no templates.
    init?(_ definition: JSONValue, _ response: Response, _ proxy: ProxyDefinition? = nil) {
        guard case .object(let object) = definition else { return nil }
        self.object = object
        if let proxy { take(proxy) }
        guard (object["status"] ?? 200) == JSONValue(response.status) else {
            if proxy == nil { return nil }
            return
        }
        if case .bytes(let bytes) = response.body { takeBody(bytes, response) }
        takeHeaders(response.headers)
    }

    var json: JSONValue { .object(object) }

    private mutating func takeBody(_ bytes: [UInt8], _ response: Response) {
        if object["body"].map(Self.isTemplate) ?? isTemplatedFile {
            object["body"] = .string(BodyText.decode(bytes, contentType: response.headers.first("Content-Type")))
        } else if let body = object["jsonBody"], Self.isTemplate(body), let sent = try? JSONValue.parse(bytes, name: "the sent jsonBody") {
            object["jsonBody"] = sent
        }
    }

    private var isTemplatedFile: Bool {
        guard object["bodyFileName"] != nil, case .array(let transformers)? = object["transformers"] else { return false }
        let isExcepted: JSONValue? = object["transformerParameters"]?["disableBodyFileTemplating"]
        return transformers.contains(.string(ResponseDefinition.responseTemplate)) && isExcepted != true && isExcepted != "true"
    }

    private mutating func take(_ proxy: ProxyDefinition) {
        object["proxyBaseUrl"] = .string(proxy.baseURL)
        guard object["additionalProxyRequestHeaders"] != nil else { return }
        object["additionalProxyRequestHeaders"] = ValuesByName(headers: proxy.additionalRequestHeaders).json
    }

    private mutating func takeHeaders(_ sent: HeaderFields) {
        guard case .object(var headers)? = object["headers"] else { return }
        for (name, value) in headers where Self.isTemplate(value) {
            let values = sent.values(name).map { JSONValue.string($0) }
            // A fault is sent without the fields.
            if values.isEmpty { continue }
            headers[name] = values.count == 1 ? values[0] : .array(values)
        }
        object["headers"] = .object(headers)
    }

    private static func isTemplate(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text.contains("{{")
        case .array(let values): values.contains(where: isTemplate)
        case .object(let members): members.contains { isTemplate($0.value) || $0.name.contains("{{") }
        case .null, .bool, .number: false
        }
    }
}
