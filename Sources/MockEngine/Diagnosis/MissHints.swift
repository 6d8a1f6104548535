internal import JavaText
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Finds common slips: another case, another encoding of the same path, a trailing slash, another query, another method.
enum MissHints {
    /// A sentence for each slip found among the candidates, closest first.
    /// - Parameter file: the file that would answer the request; nil for none.
    static func find(_ request: Request, _ candidates: [MissReport.Candidate], file: String?) -> [String] {
        var hints = ServerHint.sentence(about: request).map { [$0] } ?? []
        // A stub for this method and URL is the one that is meant.
        let isMethodKnown = candidates.contains(where: \.meetsMethodAndURL)
        let ofMethod = isMethodKnown ? [] : candidates.filter(\.differsInMethodOnly)
        // One of them is enough: that which would respond now.
        let meant = ofMethod.first(where: \.isInState) ?? ofMethod.first
        for candidate in candidates {
            if candidate.differsInMethodOnly {
                if candidate.mapping.id == meant?.mapping.id { hints.append(methodHint(request, candidate)) }
                continue
            }
            for hint in twins(request, candidate) where !hints.contains(hint) { hints.append(hint) }
        }
        // A modifier may match every request, so what is said about it comes last.
        return hints + candidates.compactMap { modifierHint($0, file) }
    }

    /// For a stub that has all of the request but its method.
    private static func methodHint(_ request: Request, _ candidate: MissReport.Candidate) -> String {
        let answered =
            candidate.mapping.request.method?.words ?? candidate.result.fields.first { $0.part == .method }?.expected ?? "another method"
        guard let scenario = candidate.scenario, !candidate.isInState else {
            return "only the method differs: \(candidate.label) answers \(answered), the request was \(request.method)."
        }
        return "only the method and the scenario differ: \(candidate.label) answers \(answered), the request was \(request.method); "
            + "and its scenario \(scenario.sentence)."
    }

    /// What a stub that matches needs if it only modifies a response; nil for other stubs.
    private static func modifierHint(_ candidate: MissReport.Candidate, _ file: String?) -> String? {
        guard candidate.result.isMatch, candidate.modifies, candidate.isInState else { return nil }
        return "\(candidate.label) matches, but it only modifies a response (\"modify\"), and nothing else responds to this request. "
            + "Add a stub" + (file.map { ", or \($0)." } ?? ".")
    }

    private static func twins(_ request: Request, _ candidate: MissReport.Candidate) -> [String] {
        let label = candidate.label
        let misses = candidate.result.fields.filter { !$0.isMatch }
        if misses.isEmpty, let reason = reason(candidate) { return ["\(label) matches, but \(reason)."] }
        let isElsewhere = misses.contains { $0.part == .url || $0.part == .method }
        let isMultipart = request.firstHeader("Content-Type")?.lowercased().hasPrefix("multipart/") ?? false
        let short = misses.filter { max($0.expected.utf8.count, $0.actual?.utf8.count ?? 0) <= MissLimits.shownBytes }
        return short.compactMap { field in
            switch field.part {
            case .url where field.differsInQuery:
                let query = field.matcher == "url" && field.expected.contains("?") ? " and \"queryParameters\"" : ""
                return "only the query differs: \(label) has \"\(field.matcher)\": \"\(field.expected)\", which covers path and query; "
                    + "the request was for \"\(request.target)\". Use \"\(field.matcher == "url" ? "urlPath" : "urlPathPattern")\"\(query)."
            case .url where field.matcher == "url" || field.matcher == "urlPath":
                let actual = field.matcher == "url" ? request.target : request.path
                return urlTwin(expected: field.expected, actual: actual).map {
                    "\($0): \(label) has \"\(field.expected)\", the request was for \"\(actual)\"."
                }
            case .body where readsJSON.contains(field.matcher) && !isElsewhere && !isMultipart:
                guard let body = field.actual, !body.isEmpty else { return nil }
                return jsonHint(about: body, request, label)
            case .header, .queryParameter, .formParameter, .cookie, .pathParameter, .host:
                if !isElsewhere, let similar = Shortfall.similarName(to: field, request),
                    !candidate.result.fields.contains(where: { $0.part == field.part && $0.name == similar })
                {
                    return "the request has \"\(similar)\" in place of the \(field.label), which \(label) wants."
                }
                guard field.matcher == "equalTo", let actual = field.actual, let twin = valueTwin(field.expected, actual) else {
                    return nil
                }
                if Shortfall.isSecret(field) { return "\(twin): \(label) wants another value of the \(field.label)." }
                return
                    "\(twin): \(label) wants \(field.label)\(field.name == nil ? "" : " =") \"\(field.expected)\", the request has \"\(actual)\"."
            default: return nil
            }
        }
    }

    /// The matchers that no text matches that is not JSON.
    private static let readsJSON: Set<String> = ["equalToJson", "matchesJsonPath", "matchesJsonSchema"]

    /// What is wrong with a body that is not JSON, with its place; nil for JSON.
    private static func jsonHint(about text: String, _ request: Request, _ label: String) -> String? {
        do throws(Problem) {
            _ = try JSONDocument.parse(Array(text.utf8), name: "", mode: .fixture)
            return nil
        } catch {
            // URLSession and curl send JSON under this type, too, unless they are told another one.
            let isLikeJSON = text.utf8.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
            if !isLikeJSON, request.firstHeader("Content-Type").map({ MediaType($0).essence }) == "application/x-www-form-urlencoded" {
                return "the request's body is a form, and \(label) wants JSON. \"formParameters\" compare a form."
            }
            let place = error.position.map { " (line \($0.line), column \($0.column))" } ?? ""
            return "the request's body is not JSON, as \(label) wants: \(error.message)\(place)."
        }
    }

    /// Why a stub that matches was not chosen; nil if that cannot be determined.
    private static func reason(_ candidate: MissReport.Candidate) -> String? {
        if let scenario = candidate.scenario, !candidate.isInState { return "its scenario \(scenario.sentence)" }
        var reasons: [String] = []
        if candidate.mapping.responses.continuation == .once { reasons.append("all its responses have been used (\"repeat\": \"once\")") }
        if let probability = candidate.mapping.probability { reasons.append("it was skipped by chance (\"probability\": \(probability))") }
        return reasons.isEmpty ? nil : reasons.joined(separator: ", or ")
    }

    /// In what way two different URLs are nearly the same; nil if they are not.
    static func urlTwin(expected: String, actual: String) -> String? {
        if expected.utf8.elementsEqual(actual.utf8) { return nil }
        if expected.hasSuffix("/") != actual.hasSuffix("/"), withoutSlash(expected) == withoutSlash(actual) {
            return "only the slash at the end differs"
        }
        let (decodedExpected, decodedActual) = (decoded(expected), decoded(actual))
        if decodedExpected.utf8.elementsEqual(decodedActual.utf8) { return "only the percent-encoding differs" }
        // Swift compares strings by canonical equivalence.
        if decodedExpected == decodedActual {
            return "the same characters in another Unicode form (composed or decomposed)"
        }
        if withoutSlash(decodedExpected).lowercased() == withoutSlash(decodedActual).lowercased() {
            return decodedExpected.hasSuffix("/") == decodedActual.hasSuffix("/")
                ? "only upper and lower case differ" : "upper and lower case and the slash at the end differ"
        }
        if singleSlashes(decodedExpected) == singleSlashes(decodedActual) { return "only doubled slashes differ" }
        if decoded(decodedExpected) == decoded(decodedActual) { return "one of the two is percent-encoded twice" }
        // More than one of these.
        if loosest(decodedExpected) == loosest(decodedActual) { return "upper and lower case, slashes or the percent-encoding differ" }
        return nil
    }

    private static func loosest(_ text: String) -> String { withoutSlash(singleSlashes(decoded(text))).lowercased() }

    private static func singleSlashes(_ text: String) -> String {
        guard text.contains("//") else { return text }
        return "/" + text.split(separator: "/").joined(separator: "/") + (text.hasSuffix("/") ? "/" : "")
    }

    /// The content for a request that is nearly the same as one without, as a sentence.
    /// - Parameter file: how the reader knows the twin's file.
    static func contentTwin(_ twin: ContentTwin, file: String, _ request: Request) -> String {
        guard let difference = urlTwin(expected: twin.path, actual: request.path) else {
            return "did you mean \"\(twin.path)\"? It is \(file)."
        }
        return "\(difference): \(file) answers \"\(twin.path)\", the request was for \"\(request.path)\"."
    }

    /// Why a file does not respond, and what the request lacks for its stub if that is among the nearest: a sentence.
    /// - Parameter file: how the reader knows the file.
    static func stubBody(_ body: StubBody, file: String, _ candidates: [MissReport.Candidate]) -> String {
        let stub = candidates.first { candidate in
            candidate.mapping.responses.responses.contains { response in
                if case .file(let name) = response.body { "__files/\(name)" == body.file } else { false }
            }
        }
        let misses = stub?.result.fields.filter { !$0.isMatch }.map(\.label).joined(separator: ", ") ?? ""
        return "\(file) would answer, but it is the body of \(stub?.label ?? "a stub, at \(body.place)")"
            + (misses.isEmpty ? "" : "; not met: \(misses)") + ". Without the stub, only \"\(body.path)\" gets it."
    }

    private static func valueTwin(_ expected: String, _ actual: String) -> String? {
        if expected.utf8.elementsEqual(actual.utf8) { return nil }
        if expected == actual { return "the same characters in another Unicode form (composed or decomposed)" }
        if expected.lowercased() == actual.lowercased() { return "only upper and lower case differ" }
        if expected.trimmed == actual.trimmed { return "only white space at the ends differs" }
        if decoded(expected) == decoded(actual) { return "only the percent-encoding differs" }
        return nil
    }

    /// Percent-decoded, with `+` left as it is.
    private static func decoded(_ text: String) -> String { PercentCoding.decodePath(Array(text.utf8)) }

    private static func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
}

extension RequestMatchResult.Field {
    /// What is compared, as a message names it: `query parameter "lat"`.
    var label: String {
        let kind =
            switch part {
            case .header: "header"
            case .queryParameter: "query parameter"
            case .formParameter: "form field"
            case .cookie: "cookie"
            case .pathParameter: "path parameter"
            default: part.rawValue
            }
        return (name.map { "\(kind) \"\($0)\"" } ?? kind) + (isCompared ? "" : " (too long to be compared)")
    }
}
