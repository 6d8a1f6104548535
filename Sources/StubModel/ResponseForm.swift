package import JSONDocument

/// Which fields of mappings and journal entries the admin API shows.
package enum ResponseForm: Sendable {
    /// WireMock's fields and this server's own.
    case extended
    /// Only WireMock's fields that its Java client can read: it binds objects strictly and fails for one unknown field.
    case plain

    /// A stub mapping in this form. In the plain form, the first response of a sequence stands for all.
    package func mapping(_ shown: JSONObject) -> JSONObject {
        guard self == .plain else { return shown }
        var plain = shown.keeping(Self.mappingFields)
        if let request = shown["request"]?.object { plain["request"] = .object(request.keeping(Self.requestFields)) }
        if let first = shown["responses"]?[0] ?? shown["response"] { plain["response"] = response(first) }
        return plain
    }

    /// A response definition in this form. The plain form has only WireMock's four faults.
    package func response(_ shown: JSONValue) -> JSONValue {
        guard self == .plain, var plain = shown.object?.keeping(Self.responseFields) else { return shown }
        if plain["fault"]?.string == nil { plain["fault"] = nil }
        if plain["status"] == nil { plain["status"] = 200 }
        return .object(plain)
    }

    /// The data of a sub-event of this type in this form.
    package func subEventData(_ shown: JSONValue, of type: String) -> JSONValue {
        guard self == .plain, let fields = Self.subEventFields[type], let object = shown.object else { return shown }
        return .object(object.keeping(fields))
    }

    // MARK: WireMock's fields

    private static let mappingFields: Set<String> = [
        "id", "uuid", "name", "request", "response", "priority", "scenarioName", "requiredScenarioState", "newScenarioState", "persistent",
        "metadata", "insertionIndex", "serveEventListeners", "postServeActions",
    ]

    private static let requestFields: Set<String> = [
        "url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate", "method", "scheme", "host", "port", "clientIp", "headers",
        "queryParameters", "formParameters", "pathParameters", "cookies", "basicAuth", "basicAuthCredentials", "bodyPatterns",
        "multipartPatterns", "customMatcher",
    ]

    private static let responseFields: Set<String> = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName", "fixedDelayMilliseconds",
        "delayDistribution", "chunkedDribbleDelay", "fault", "proxyBaseUrl", "proxyUrlPrefixToRemove", "additionalProxyRequestHeaders",
        "removeProxyRequestHeaders", "transformers", "transformerParameters", "fromConfiguredStub",
    ]

    /// By type, where the data may have other fields than WireMock's.
    private static let subEventFields: [String: Set<String>] = [
        "REQUEST_NOT_MATCHED": ["status", "contentType", "report"], "JSON_ERROR": ["errors"],
    ]
}

extension JSONObject {
    /// The members with these names alone, in their order.
    fileprivate func keeping(_ names: Set<String>) -> JSONObject {
        JSONObject(filter { names.contains($0.name) }.map { ($0.name, $0.value) })
    }
}
