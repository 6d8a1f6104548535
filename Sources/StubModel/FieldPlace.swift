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
        if let form = forms[here]?[name] { return "Write \(form)." }
        if here == .request, name == "request" { return "The pattern is the body itself: write what is in \"request\" at the top." }
        // A body in a request is a mistake for a body pattern, so no hint is given.
        if here == .request, ResponseBody.fieldNames.contains(name) { return nil }
        let places = allCases.filter { $0 != here && $0.fields.contains(name) }
        guard let first = places.first else { return nil }
        if first == .mapping { return "It belongs beside \"\(here)\"." }
        return "It belongs in \(places.map { "\"\($0)\"" }.joined(separator: " or "))."
    }

    /// What to write for a field of another tool (json-server, MockServer, Mountebank, Postman and others): its name there, and the form
    /// here.
    private static let forms: [FieldPlace: [String: String]] = [
        .response: [
            "code": "\"status\"", "httpStatus": "\"status\"", "reasonPhrase": "\"statusMessage\"", "data": "\"jsonBody\"",
            "json": "\"jsonBody\"", "content": "\"jsonBody\", or \"body\" for a text", "text": "\"body\"",
            "contentType": "\"headers\": {\"Content-Type\": …}", "mimeType": "\"headers\": {\"Content-Type\": …}",
            "type": "\"headers\": {\"Content-Type\": …}", "redirect": "\"status\": 302, \"headers\": {\"Location\": …}",
            "location": "\"headers\": {\"Location\": …}", "file": "\"bodyFileName\"", "filePath": "\"bodyFileName\"",
            "is": "what is in \"is\" at the top of \"response\"",
        ],
        .request: [
            "path": "\"urlPath\"", "uri": "\"url\"", "endpoint": "\"url\"", "verb": "\"method\"", "params": "\"queryParameters\"",
        ],
        .mapping: [
            "webhook": "\"serveEventListeners\"", "webhooks": "\"serveEventListeners\"", "predicates": "\"request\"",
            "httpRequest": "\"request\"", "httpResponse": "\"response\"", "title": "\"name\"",
            "times": "\"expect\": {\"count\": …} for how often it is expected, or \"repeat\": \"once\" beside \"responses\"",
        ],
    ]

    /// The fields that stand at the top of a mapping and belong in its request or response. A field of both is in neither list.
    static func flat(_ members: [JSONMember]) -> (request: [String], response: [String]) {
        let (request, response, mapping) = (FieldPlace.request.fields, FieldPlace.response.fields, FieldPlace.mapping.fields)
        let names = members.map(\.name).filter { !mapping.contains($0) && request.contains($0) != response.contains($0) }
        return (names.filter { request.contains($0) }, names.filter { response.contains($0) })
    }

    /// Fields in which other formats have remarks.
    private static let remarks: Set<String> = ["comment", "comments", "_comment", "$comment", "//", "#", "description", "note", "notes"]
    /// Fields by which other formats switch something off.
    private static let switches: Set<String> = ["enabled", "disabled", "active", "skip"]

    /// Whether an object with one of these fields can be a mapping, or one whose fields are misplaced: one of them is one of the three
    /// objects' own and says what is matched or sent, or is nearly one that does.
    static func areTelling(_ names: some Sequence<String>) -> Bool {
        names.contains(where: telling.contains) || names.contains { !vague.contains($0) && Spelling.nearest(to: $0, among: leading) != nil }
    }

    /// Fields of the three objects that many other documents have, too.
    private static let vague: Set<String> = ["status", "priority", "metadata", "host", "port", "scheme", "expect", "repeat"]
    private static let leading = ["request", "response", "responses", "mappings"]
    private static let telling = Set(leading + allCases.flatMap(\.fields)).subtracting(vague)

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
