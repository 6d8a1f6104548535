internal import JSONDocument

/// What a part of a multipart body must be like.
package struct MultipartPattern: Sendable {
    /// How many of the parts.
    package enum Quantifier: String, Sendable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
    }

    /// The part's name, from its Content-Disposition; nil for any.
    package var name: String?
    package var fileName: String?
    package var quantifier: Quantifier
    package var headers: [NamedPattern]
    package var bodyPatterns: [ValuePattern]

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
