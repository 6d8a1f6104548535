internal import RegularExpression
internal import XMLDocument

/// How WireMock's XPath reads the names in a document when no `xPathNamespaces` are given.
///
/// Java's tree is built without namespaces then. A step compares the name behind the prefix, so that `/Envelope/Body` finds
/// `<s:Envelope>`. Two kinds of expressions see names as they are written: one that calls `name()`, and one that is nothing but
/// `//a`, with conditions or without, which Java looks up in a table of whole names: it does not find `<s:a>`.
enum XPathNames {
    static func namespaces(for expression: String) -> XMLDocument.Namespaces {
        holds(lonePath, expression, whole: true) || holds(nameCall, expression, whole: false) ? .defaultIgnored : .ignored
    }

    /// Conditions on the position make Java walk.
    private static let lonePath = try? RegularExpression(
        #"\s*\.?//\s*(child::)?[\p{L}_][\p{L}\p{N}_.-]*\s*(\[(?!\s*\d+\s*\])(?![^\]]*\b(position|last)\s*\()[^\[\]]*\]\s*)*"#)
    private static let nameCall = try? RegularExpression(#"(?<![\w-])name\s*\("#)

    private static func holds(_ pattern: RegularExpression?, _ text: String, whole: Bool) -> Bool {
        whole ? (try? pattern?.matchesWhole(text)) ?? false : (try? pattern?.firstMatch(in: text)) != nil
    }
}
