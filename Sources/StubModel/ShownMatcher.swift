internal import JSONDocument

/// Matchers as WireMock's responses show them, where that differs from how they were written: `absent` is true, a moment relative to now
/// has its offset in the text, rounding is in words, and a JSON schema is a text with its version. Files keep what was written.
enum ShownMatcher {
    /// A request pattern with its matchers in that form.
    static func request(_ pattern: JSONObject) -> JSONObject {
        var shown = part(pattern)
        for name in ["queryParameters", "formParameters", "cookies", "pathParameters"] { change(&shown, name, byName) }
        for name in ["host", "clientIp"] { change(&shown, name, matcher) }
        change(&shown, "multipartPatterns") { parts in
            .array((parts.array ?? []).map { $0.object.map { .object(part($0)) } ?? $0 })
        }
        return shown
    }

    /// What requests and parts of multipart bodies have in common.
    private static func part(_ pattern: JSONObject) -> JSONObject {
        var shown = pattern
        change(&shown, "headers", byName)
        change(&shown, "bodyPatterns", list)
        return shown
    }

    private static func change(_ object: inout JSONObject, _ name: String, _ change: (JSONValue) -> JSONValue) {
        if let value = object[name] { object[name] = change(value) }
    }

    private static func byName(_ value: JSONValue) -> JSONValue {
        guard let matchers = value.object else { return value }
        return .object(JSONObject(matchers.map { ($0.name, matcher($0.value)) }))
    }

    private static func list(_ value: JSONValue) -> JSONValue { value.array.map { .array($0.map(matcher)) } ?? value }

    private static func matcher(_ value: JSONValue) -> JSONValue {
        guard let written = value.object else { return value }
        var shown = written
        for (name, value) in written {
            switch name {
            case "absent": shown[name] = true
            case "anything": shown[name] = "anything"
            case "and", "or", "hasExactly", "includes": shown[name] = list(value)
            case "not", "matchesJsonPath", "matchesXPath": shown[name] = matcher(value)
            case "xPathNamespaces" where value.object?.isEmpty == true: shown[name] = nil
            case "before", "after", "equalToDateTime": show(momentIn: &shown, name)
            case "matchesJsonSchema":
                if value.string == nil { shown[name] = .string(value.text(.pretty)) }
                shown["schemaVersion"] = written["schemaVersion"] ?? "V202012"
            default: break
            }
        }
        return .object(shown)
    }

    private static func show(momentIn shown: inout JSONObject, _ name: String) {
        if shown[name] == "now" {
            let amount = shown["expectedOffset"]?.int
            let unit = shown["expectedOffsetUnit"]?.string?.lowercased()
            let (shift, unitShown) = if let amount, let unit { (amount, unit) } else { (0, "seconds") }
            shown[name] = .string("now \(shift < 0 ? "" : "+")\(shift) \(unitShown)")
            shown["expectedOffset"] = nil
            shown["expectedOffsetUnit"] = nil
        }
        for name in ["truncateExpected", "truncateActual"] {
            guard let rounding = shown[name]?.string else { continue }
            shown[name] = .string(rounding.lowercased().split(separator: "_").joined(separator: " "))
        }
    }
}
