internal import JSONDocument

/// The objects of a mapping, for hints about misplaced fields.
enum FieldPlace: CaseIterable {
    case mapping, request, response

    /// Where a field that is unknown here belongs, as a whole sentence; nil when no object has it.
    static func hint(for name: String, writtenIn here: FieldPlace) -> String? {
        if here == .mapping, Spelling.nearest(to: name, among: ["mappings"]) != nil {
            return "Several stub mappings belong in \"mappings\"."
        }
        if remarks.contains(name) { return "Write a comment behind // (in YAML #), or put it into \"metadata\" of the mapping." }
        if switches.contains(name) { return "Every mapping is used. Let the file's name begin with a dot to switch it off." }
        if here == .request, name == "request" { return "The pattern is the body itself: write what is in \"request\" at the top." }
        // A body in a request is a mistake for a body pattern, so no hint is given.
        if here == .request, ResponseBody.fieldNames.contains(name) { return nil }
        let places = allCases.filter { $0 != here && $0.fields.contains(name) }
        guard let first = places.first else { return nil }
        if first == .mapping { return "It belongs beside \"\(here)\"." }
        return "It belongs in \(places.map { "\"\($0)\"" }.joined(separator: " or "))."
    }

    /// Fields in which other formats have remarks.
    private static let remarks: Set<String> = ["comment", "comments", "_comment", "$comment", "//", "#", "description", "note", "notes"]
    /// Fields by which other formats switch something off.
    private static let switches: Set<String> = ["enabled", "disabled", "active", "skip"]

    /// Whether an object with this field can be a mapping, or one whose fields are misplaced: it is one of the three objects' own, and says
    /// what is matched or sent.
    static func isTelling(_ name: String) -> Bool {
        guard !["status", "priority", "metadata", "host", "port", "scheme", "expect", "repeat"].contains(name) else {
            return false
        }
        return name == "mappings" || allCases.contains { $0.fields.contains(name) }
            || Spelling.nearest(to: name, among: ["request", "response", "responses", "mappings"]) != nil
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
