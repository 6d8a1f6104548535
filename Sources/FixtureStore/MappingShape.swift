internal import JSONDocument
internal import StubModel

/// Recognizes stub mappings by their fields, wherever they are.
enum MappingShape {
    /// Whether a document is one mapping or a list of them. Takes a `request` alone for a mapping.
    static func isMapping(_ value: JSONValue) -> Bool {
        guard let object = value.object else { return false }
        if let list = object["mappings"] { return list.array != nil }
        guard let pattern = object["request"]?.object else { return false }
        return hasURL(pattern) || hasMethod(pattern) || object["response"] != nil || object["responses"] != nil
    }

    /// Whether a document can only be a mapping or a list of them: with a URL, and with a response.
    static func isWhole(_ value: JSONValue) -> Bool {
        guard let object = value.object else { return false }
        if let list = object["mappings"]?.array { return !list.isEmpty && list.allSatisfy(isWhole) }
        guard let pattern = object["request"]?.object, hasURL(pattern) else { return false }
        return object["response"]?.object != nil || object["responses"]?.array != nil
    }

    /// Whether a text with mistakes was meant as mappings.
    static func isMeant(_ bytes: [UInt8]) -> Bool {
        ["\"request\"", "\"response"].allSatisfy { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    private static func hasMethod(_ pattern: JSONObject) -> Bool {
        guard let method = pattern["method"] else { return false }
        return method.string != nil || method["oneOf"] != nil || method["noneOf"] != nil
    }

    private static func hasURL(_ pattern: JSONObject) -> Bool { URLPattern.Kind.allCases.contains { pattern[$0.rawValue]?.string != nil } }
}
