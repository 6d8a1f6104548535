internal import JSONDocument

/// What a part of a multipart body must be like.
public struct MultipartPattern: Sendable {
    /// How many of the parts.
    public enum Quantifier: String, Sendable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
    }

    /// The part's name, from its Content-Disposition; nil for any.
    public var name: String?
    public var fileName: String?
    public var quantifier: Quantifier
    public var headers: [NamedPattern]
    public var bodyPatterns: [ValuePattern]

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> MultipartPattern? {
        guard var fields = FieldReader(node, report) else { return nil }
        let name = fields.text("name")
        let fileName = fields.text("fileName") ?? fields.text("filename")
        let quantifier = fields.word("matchingType") { Quantifier(rawValue: $0.uppercased()) } ?? .any
        let pattern = MultipartPattern(
            name: name, fileName: fileName, quantifier: quantifier, headers: fields.patterns("headers"),
            bodyPatterns: fields.patternList("bodyPatterns"))
        fields.finish()
        return pattern
    }
}
