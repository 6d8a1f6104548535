internal import JavaText
internal import HTTPMessage
internal import JSONDocument
internal import StubModel
internal import XMLDocument

/// A row of the miss table: what the closest stub expects, what the request has, and a phrase if they differ.
struct DiffRow: Equatable {
    var left: String
    var right: String
    var message: String?

    static let blank = DiffRow(left: "", right: "", message: nil)

    /// The rows for one stub, in WireMock's order, with blank rows between sections.
    static func rows(_ candidate: MissReport.Candidate, _ request: Request) -> [DiffRow] {
        let fields = candidate.result.fields
        func section(_ part: RequestMatchResult.Part, isMatch: Bool? = nil) -> [DiffRow] {
            fields.filter { $0.part == part && $0.isMatch == isMatch ?? $0.isMatch }.map(DiffRow.init)
        }
        var rows: [DiffRow] = []
        if let name = candidate.mapping.name { rows += [DiffRow(left: name, right: ""), .blank] }
        for part in [RequestMatchResult.Part.host, .port, .scheme, .clientIP] { rows += section(part) }
        let method = section(.method)
        rows += method.isEmpty ? [DiffRow(left: "ANY", right: request.method)] : method
        let url = section(.url)
        rows += url.isEmpty ? [DiffRow(left: "(always)", right: request.target)] : url
        rows += section(.s3)
        rows.append(.blank)
        for part in [RequestMatchResult.Part.header, .pathParameter, .queryParameter, .formParameter, .cookie] {
            let own = section(part)
            if !own.isEmpty { rows += own + [.blank] }
        }
        // Bodies that match would only push the others out of view.
        rows += section(.body, isMatch: false) + fields.filter { $0.part == .multipart && !$0.isMatch }.flatMap(multipart)
        if let scenario = candidate.scenario { rows.append(DiffRow(scenario)) }
        return rows
    }

    /// Each part between its separators, with what the pattern expects of it.
    private static func multipart(_ field: RequestMatchResult.Field) -> [DiffRow] {
        guard field.actual != nil else {
            let label = "[Multipart request body]"
            return [DiffRow(left: label, right: "", message: label + " is not present")]
        }
        return field.parts.flatMap { part in
            let name = part.name ?? ""
            var rows = [.blank, DiffRow(left: "[Multipart\(field.name.map { ": \($0)" } ?? "")]", right: "[\(name)]"), .blank]
            if !part.isMatch {
                let headers = part.fields.filter { $0.part == .header }
                if !headers.isEmpty { rows += headers.map(DiffRow.init) + [.blank] }
                rows += part.fields.filter { $0.part == .body && !$0.isMatch }.map(DiffRow.init) + [.blank]
            }
            return rows + [DiffRow(left: "[/Multipart]", right: "[/\(name)]"), .blank]
        }
    }

    init(left: String, right: String, message: String? = nil) {
        self.left = left
        self.right = right
        self.message = message
    }

    private init(_ scenario: MissReport.ScenarioComparison) {
        left = "[Scenario '\(scenario.name)' state: \(scenario.requiredState)]"
        right = "[Scenario '\(scenario.name)' state: \(scenario.state)]"
        message = scenario.requiredState == scenario.state ? nil : "Scenario does not match"
    }

    private init(_ given: RequestMatchResult.Field) {
        let field = given.part == .body ? Self.formatted(given).excerpt : given.excerpt
        let name = field.name ?? ""
        let isEquality = ["equalTo", "equalToJson", "equalToXml", "binaryEqualTo"].contains(field.matcher)
        let listWord = ["hasExactly": "exactly", "includes": "including"][field.matcher]
        let relation = listWord.map { " \($0) " } ?? " [\(field.matcher)] "
        func wanted(_ equality: String) -> String { (isEquality ? equality : relation) + field.expected }
        switch field.part {
        case .header:
            left = name + (isEquality ? "" : relation) + (field.expected.isEmpty || listWord != nil ? "" : ": ") + field.expected
            right = Self.named(name, field.actual)
        case .queryParameter:
            left = "Query: \(name)" + wanted(" = ")
            right = Self.named(name, field.actual)
        case .formParameter:
            left = "Form: \(name)" + wanted(" = ")
            right = Self.named(name, field.actual)
        case .pathParameter:
            left = "Path parameter: \(name)" + wanted(" = ")
            right = Self.named(name, field.actual)
        case .cookie:
            left = "Cookie: \(name)" + wanted("=")
            right = field.actual ?? ""
        case .url:
            left = (Self.urlLabels[field.matcher].map { "[\($0)] " } ?? "") + field.expected
            right = field.actual ?? ""
        case .s3:
            left = "S3 \(name)" + wanted(" = ")
            right = Self.named("S3 \(name)", field.actual)
        case .body:
            let isPath = Self.isPath(field)
            left = isPath ? field.expected : "[\(field.matcher)]\n\(field.expected)"
            right = field.actual.map { (isPath ? "" : "\n") + $0 } ?? ""
        case .method:
            left = field.expected
            right = field.actual ?? ""
        case .host, .port, .scheme, .clientIP, .multipart:
            left = wanted("").trimmed
            right = field.actual ?? ""
        }
        message = field.isMatch ? nil : Self.message(field)
    }

    /// Whether the matcher compares what a path in the body leads to.
    private static func isPath(_ field: RequestMatchResult.Field) -> Bool {
        field.matcher == "matchesJsonPath" || field.matcher == "matchesXPath"
    }

    private static let urlLabels = [
        "urlPattern": "regex", "urlPath": "path", "urlPathPattern": "path regex", "urlPathTemplate": "path template",
    ]

    /// One line for each of several values.
    private static func named(_ name: String, _ actual: String?) -> String {
        actual.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map { "\(name): \($0)" }.joined(separator: "\n") } ?? ""
    }

    /// Indentation can multiply a body's length by its depth. A body that could get more bytes of it is left as it is.
    private static let mostIndentation = 4 << 20

    /// The field with the body laid out as the expectation is.
    static func formatted(_ field: RequestMatchResult.Field) -> RequestMatchResult.Field {
        guard let body = field.actual, field.isCompared else { return field }
        var field = field
        switch field.matcher {
        case "equalToJson":
            guard let value = try? JSONValue.parse(body.utf8, mode: .fixture), value.indentation <= mostIndentation else { break }
            field.actual = value.text(.pretty)
        case "equalToXml":
            guard let root = (try? XMLDocument(Array(body.utf8)))?.root, root.indentation <= mostIndentation else { break }
            field.actual = root.prettyMarkup
        default: break
        }
        return field
    }

    private static func message(_ field: RequestMatchResult.Field) -> String {
        let label =
            switch field.part {
            case .scheme: "Scheme"
            case .host: "Host"
            case .port: "Port"
            case .clientIP: "Client IP"
            case .s3: "S3 \(field.name ?? "")"
            case .url: "URL"
            case .method: "HTTP method"
            case .pathParameter: "Path parameter"
            case .header: "Header"
            case .queryParameter: "Query"
            case .formParameter: "Form data"
            case .cookie: "Cookie"
            case .body: "Body"
            case .multipart: "Multipart"
            }
        guard field.isCompared else { return label + " is too long to be compared" }
        // Only what a path leads to can be missing from a body.
        let mayBeMissing = field.part != .body || isPath(field)
        var message = label + (mayBeMissing && (field.actual ?? "").isEmpty ? " is not present" : " does not match")
        guard field.part == .url else { return message }
        if field.matcher == "urlPattern", Self.hasBareQuestionMark(field.expected) {
            message += ". When using a regex, \"?\" should be \"\\\\?\""
        }
        if field.matcher == "urlPath", field.expected.contains("?") {
            message += ". A path has no query: use \"url\", or \"queryParameters\""
        }
        let isPattern = ["urlPattern", "urlPathPattern"].contains(field.matcher)
        if isPattern ? field.expected.first?.isLetter ?? false : !field.expected.hasPrefix("/") {
            message += ". URLs must start with a /"
        }
        return message
    }

    private static func hasBareQuestionMark(_ pattern: String) -> Bool {
        var previous: Character = " "
        // `x?`, `*?`, `)?` and `(?` look like regular expressions; a `?` that begins a query usually is not one.
        for character in pattern {
            if character == "?", previous.isLetter || previous.isNumber || previous == "/" { return true }
            previous = character
        }
        return false
    }
}

extension RequestMatchResult.Field {
    /// Expected and actual value, cut for display: their beginnings, and the position where they differ if both are the same kind of text.
    var excerpt: RequestMatchResult.Field {
        var field = self
        field.name = name.map { Excerpt.beginning(of: $0) }
        if let actual, ["equalTo", "equalToJson", "equalToXml", "url", "urlPath"].contains(matcher) {
            let pair = Excerpt.pair(expected, actual, isWhole: isCompared)
            (field.expected, field.actual) = (pair.expected, pair.actual)
        } else {
            field.expected = Excerpt.beginning(of: expected)
            field.actual = actual.map { Excerpt.beginning(of: $0, isWhole: isCompared) }
        }
        return field
    }
}
