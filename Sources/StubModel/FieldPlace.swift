internal import JSONDocument

/// The objects of a mapping, for hints about fields that are written in the wrong one.
enum FieldPlace: CaseIterable {
    case mapping, request, response

    /// Where a field that is unknown here belongs, as a whole sentence; nil when nowhere.
    static func hint(for name: String, writtenIn here: FieldPlace) -> String? {
        if here == .mapping, Spelling.nearest(to: name, among: ["mappings"]) != nil {
            return "Several stub mappings stand in \"mappings\"."
        }
        if here == .request, name == "request" { return "The pattern is the body itself: write what is in \"request\" at the top." }
        // A body that is written into the request is meant to be matched.
        if here == .request, ResponseBody.fieldNames.contains(name) { return nil }
        let places = allCases.filter { $0 != here && $0.fields.contains(name) }
        guard let first = places.first else { return nil }
        if first == .mapping { return "It belongs beside \"\(here)\"." }
        return "It belongs in \(places.map { "\"\($0)\"" }.joined(separator: " or "))."
    }

    /// Names that can be told from those of the other places; `headers` has two.
    private var fields: [String] {
        switch self {
        case .mapping:
            [
                "request", "response", "responses", "repeat", "scenarioName", "requiredScenarioState", "newScenarioState", "priority",
                "probability", "expect", "persistent", "metadata", "serveEventListeners", "postServeActions",
            ]
        case .request:
            URLPattern.Kind.allCases.map(\.rawValue) + [
                "method", "headers", "queryParameters", "pathParameters", "formParameters", "cookies", "bodyPatterns",
                "multipartPatterns", "basicAuth", "host", "port", "scheme", "clientIp", "listener",
            ]
        case .response:
            ResponseBody.fieldNames + [
                "status", "statusMessage", "headers", "transformers", "transformerParameters", "fixedDelayMilliseconds",
                "delayDistribution", "chunkedDribbleDelay", "fault", "hold", "holdTimeoutMilliseconds", "network",
                "bandwidthKilobitsPerSecond", "proxyBaseUrl", "modify",
            ]
        }
    }
}
