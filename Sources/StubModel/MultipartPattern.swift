internal import JSONDocument

/// A pattern for the parts of a multipart body.
package struct MultipartPattern: Sendable {
    /// How many of the parts must match.
    package enum Quantifier: String, Sendable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
    }

    /// The part's `name` in Content-Disposition; nil for any.
    package var name: String?
    /// The part's `filename` in Content-Disposition; nil for any.
    package var fileName: String?
    /// Whether `headers` or `bodyPatterns` is written, even without content.
    package var comparesFileName: Bool
    /// How many of the parts must match.
    package var quantifier: Quantifier
    /// Patterns for the part's own header fields. All must match.
    package var headers: [NamedPattern]
    /// Patterns for the part's body. All must match.
    package var bodyPatterns: [ValuePattern]

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> MultipartPattern? {
        guard var fields = FieldReader(node, report) else { return nil }
        let name = fields.text("name")
        let fileName = fields.text("fileName") ?? fields.text("filename")
        let quantifier = fields.word("matchingType") { Quantifier(rawValue: $0.uppercased()) } ?? .any
        let pattern = MultipartPattern(
            name: name, fileName: fileName, comparesFileName: fields.take("headers") != nil || fields.take("bodyPatterns") != nil,
            quantifier: quantifier, headers: fields.patterns("headers"), bodyPatterns: fields.patternList("bodyPatterns"))
        fields.finish()
        return pattern
    }
}
