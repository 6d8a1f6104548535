internal import JSONDocument

/// The objects of a mapping, for hints about misplaced fields.
enum FieldPlace: CaseIterable {
    case mapping, request, response

    /// Where a field that is unknown here belongs, as a whole sentence; nil when no object has it.
    static func hint(for name: String, writtenIn here: FieldPlace) -> String? {
        if here == .mapping, Spelling.nearest(to: name, among: ["mappings"]) != nil {
            return "Several stub mappings belong in \"mappings\"."
        }
        if here == .request, name == "request" { return "The pattern is the body itself: write what is in \"request\" at the top." }
        // A body in a request is a mistake for a body pattern, so no hint is given.
        if here == .request, ResponseBody.fieldNames.contains(name) { return nil }
        let places = allCases.filter { $0 != here && $0.fields.contains(name) }
        guard let first = places.first else { return nil }
        if first == .mapping { return "It belongs beside \"\(here)\"." }
        return "It belongs in \(places.map { "\"\($0)\"" }.joined(separator: " or "))."
    }

    /// The names by which the places are told apart. `headers` exists in two.
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
                "multipartPatterns", "basicAuth", "host", "port", "scheme", "clientIp", "listener", "s3",
            ]
        case .response:
            ResponseBody.fieldNames + [
                "status", "statusMessage", "headers", "transformers", "transformerParameters", "fixedDelayMilliseconds",
                "delayDistribution", "chunkedDribbleDelay", "fault", "hold", "holdTimeoutMilliseconds", "network",
                "bandwidthKilobitsPerSecond", "proxyBaseUrl", "modify", "s3Error",
            ]
        }
    }
}
