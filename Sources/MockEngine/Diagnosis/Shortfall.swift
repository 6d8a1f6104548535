internal import HTTPMessage
internal import JSONDocument

/// What a stub wants of a request that is not met, for a sentence: `query parameter "page" (wants "0", has "1")`.
enum Shortfall {
    /// Characters of a value that is shown; a longer one is left out.
    private static let longest = 60
    /// How many names a missing one is compared with.
    private static let mostNames = 100

    /// - Parameter field: is not met.
    static func text(_ field: RequestMatchResult.Field, _ request: Request) -> String {
        let isSecret = isSecret(field)
        let parts = [isSecret ? nil : wanted(field), present(field, request, isSecret: isSecret)].compactMap(\.self)
        return field.label + (parts.isEmpty || !field.isCompared ? "" : " (\(parts.joined(separator: ", ")))")
    }

    /// Whether the field's values are left out of sentences, which are also logged.
    static func isSecret(_ field: RequestMatchResult.Field) -> Bool {
        switch field.part {
        case .cookie: true
        case .header: SecretFields.contains(field.name ?? "")
        case .queryParameter, .formParameter: SecretFields.contains(parameter: field.name ?? "")
        default: false
        }
    }

    private static func wanted(_ field: RequestMatchResult.Field) -> String? {
        if field.matcher == "absent" { return "wants none" }
        guard let expected = shown(field.expected) else { return nil }
        return field.matcher == "equalTo" ? "wants \(expected)" : "wants \"\(field.matcher)\": \(expected)"
    }

    /// What the request has; nil for a body.
    private static func present(_ field: RequestMatchResult.Field, _ request: Request, isSecret: Bool) -> String? {
        switch field.part {
        case .body, .multipart: return nil
        default: break
        }
        if let actual = field.actual { return isSecret ? nil : shown(actual).map { "has \($0)" } }
        if field.part == .formParameter, request.body.count > 0 {
            let type = request.firstHeader("Content-Type").map { MediaType($0).essence }
            let isForm = type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
            if !isForm { return "the Content-Type is not that of a form" }
        }
        return "has none" + (similarName(to: field, request).map { ", but \"\($0)\"" } ?? "")
    }

    /// A name that the request has in place of the field's; nil for none, and for a field that the request has.
    static func similarName(to field: RequestMatchResult.Field, _ request: Request) -> String? {
        guard let name = field.name, field.actual == nil else { return nil }
        var names: [String] = []
        switch field.part {
        case .queryParameter: names = request.queryItems.prefix(mostNames).map(\.name)
        case .header: names = request.headers.prefix(mostNames).map { $0.name }
        default: return nil
        }
        let spelled = names.first { $0 != name && $0.lowercased() == name.lowercased() } ?? Spelling.nearest(to: name, among: names)
        return (spelled ?? names.first { isPart(name, of: $0) }).flatMap { $0.count <= longest ? $0 : nil }
    }

    /// Whether a name begins with another: `page` and `pageNumber`.
    private static func isPart(_ name: String, of other: String) -> Bool {
        name.count > 2 && other.lowercased().hasPrefix(name.lowercased())
    }

    /// In quotes; nil for a text that is too long or has several lines.
    private static func shown(_ text: String) -> String? {
        guard text.utf8.count <= 4 * longest, text.count <= longest, !text.contains(where: \.isNewline) else { return nil }
        return "\"\(text)\""
    }
}
