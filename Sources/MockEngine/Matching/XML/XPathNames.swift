internal import JSONDocument
internal import RegularExpression
internal import XMLDocument

/// How names in a document are interpreted by WireMock's XPath without `xPathNamespaces`.
///
/// Java parses the document without namespaces then. A step compares the name without its prefix, so that `/Envelope/Body` finds
/// `<s:Envelope>`; `name()` has the prefix. An expression that is only `//a`, with or without conditions, Java looks up in a table of full
/// names: it does not find `<s:a>`. In its conditions, `//a[@k]`, the prefix does not matter.
enum XPathNames {
    static let namespacesKey = "xPathNamespaces"

    /// What prefixes stand for; nil, with a problem reported, if a value is not a string.
    static func declared(_ fields: inout FieldReader) -> [String: String]? {
        var namespaces: [String: String] = [:]
        for member in fields.isList(namespacesKey, "it declares no prefix") ? [] : fields.members(namespacesKey) ?? [] {
            guard case .string(let uri) = member.value.content else {
                fields.report.add("a namespace must be a string, found \(member.value.kind)", at: member.value)
                return nil
            }
            namespaces[member.name] = uri
        }
        return namespaces
    }

    /// Whether the expression is only `//a`: of what it finds, elements with a prefix do not count.
    static func isLonePath(_ expression: String) -> Bool { (try? lonePath?.matchesWhole(expression)) ?? false }

    /// How names are interpreted; `declared` are the namespaces for prefixes. Warns about prefixes that are not declared.
    static func namespaces(
        for expression: String, _ declared: [String: String], at place: JSONNode, _ report: ProblemReport
    ) -> XMLDocument.Namespaces {
        for prefix in prefixes(in: expression) where declared[prefix] == nil {
            report.warn(
                "\"xPathNamespaces\" has no \"\(prefix)\", so this never matches", at: place,
                repair: "Add \"xPathNamespaces\": {\"\(prefix)\": \"http://…\"}.")
        }
        return declared.isEmpty ? .ignored : .aware
    }

    /// The prefixes of names in an expression that it needs namespaces for, each once, in order.
    static func prefixes(in expression: String) -> [String] {
        let bytes = Array(expression.utf8)
        var prefixes: [String] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                place = (bytes[(place + 1)...].firstIndex(of: byte) ?? bytes.count) + 1
            } else if isNameByte(byte) {
                let name = bytes[place...].prefix { isNameByte($0) }
                place = name.endIndex
                // Two colons are behind the name of an axis.
                guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: ":"), bytes[place + 1] != UInt8(ascii: ":") else { continue }
                let prefix = String(decoding: name, as: UTF8.self)
                if prefix != "xml", !prefixes.contains(prefix) { prefixes.append(prefix) }
            } else {
                place += byte == UInt8(ascii: ":") && place + 1 < bytes.count && bytes[place + 1] == byte ? 2 : 1
            }
        }
        return prefixes
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...0xFF:
            true
        default: false
        }
    }

    /// With conditions on the position, Java does not use the table.
    private static let lonePath = try? RegularExpression(
        #"\s*\.?//\s*(child::)?[\p{L}_][\p{L}\p{N}_.-]*\s*(\[(?!\s*\d+\s*\])(?![^\]]*\b(position|last)\s*\()[^\[\]]*\]\s*)*"#)
}
