internal import RegularExpression
internal import XMLDocument

/// How names in a document are interpreted by WireMock's XPath without `xPathNamespaces`.
///
/// Java parses the document without namespaces then. A step compares the name without its prefix, so that `/Envelope/Body` finds
/// `<s:Envelope>`. Two kinds of expressions compare names with their prefix: one that calls `name()`, and one that is only `//a`, with or
/// without conditions, which Java looks up in a table of full names: it does not find `<s:a>`.
enum XPathNames {
    static func namespaces(for expression: String) -> XMLDocument.Namespaces {
        holds(lonePath, expression, whole: true) || holds(nameCall, expression, whole: false) ? .defaultIgnored : .ignored
    }

    /// With conditions on the position, Java does not use the table.
    private static let lonePath = try? RegularExpression(
        #"\s*\.?//\s*(child::)?[\p{L}_][\p{L}\p{N}_.-]*\s*(\[(?!\s*\d+\s*\])(?![^\]]*\b(position|last)\s*\()[^\[\]]*\]\s*)*"#)
    private static let nameCall = try? RegularExpression(#"(?<![\w-])name\s*\("#)

    private static func holds(_ pattern: RegularExpression?, _ text: String, whole: Bool) -> Bool {
        whole ? (try? pattern?.matchesWhole(text)) ?? false : (try? pattern?.firstMatch(in: text)) != nil
    }
}
