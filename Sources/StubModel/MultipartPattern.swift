internal import JSONDocument

/// A pattern for the parts of a multipart body.
package struct MultipartPattern: Sendable {
    /// How many of the parts must match.
    package enum Quantifier: String, Sendable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
    }

    /// A name for the pattern. As in WireMock it is not compared: its Java client writes a pattern for Content-Disposition beside it.
    package var name: String?
    /// The part's `filename` in Content-Disposition; nil for any. Compared only if `comparesFileName`.
    package var fileName: String?
    /// Whether `headers` or `bodyPatterns` is written, even without content.
    package var comparesFileName: Bool
    /// How many of the parts must match.
    package var quantifier: Quantifier
    /// Patterns for the part's own header fields. All must match.
    package var headers: [NamedPattern]
    /// Patterns for the part's body. All must match.
    package var bodyPatterns: [ValuePattern]

    /// Whether a pattern for Content-Disposition is among `headers`, where the part's name is.
    package var comparesDisposition: Bool { headers.contains { $0.name.lowercased() == "content-disposition" } }

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> MultipartPattern? {
        guard var fields = FieldReader(node, report) else { return nil }
        let name = fields.text("name")
        let fileName = fields.text("fileName") ?? fields.text("filename")
        let quantifier = fields.word("matchingType") { Quantifier(rawValue: $0.uppercased()) } ?? .any
        let pattern = MultipartPattern(
            name: name, fileName: fileName, comparesFileName: fields.take("headers") != nil || fields.take("bodyPatterns") != nil,
            quantifier: quantifier, headers: fields.patterns("headers"), bodyPatterns: fields.patternList("bodyPatterns"))
        pattern.warnOfNames(fields)
        fields.finish()
        return pattern
    }

    /// Warns about names that are not compared, as in WireMock.
    private func warnOfNames(_ fields: FieldReader) {
        let hasFileName = fileName.map { !$0.isEmpty } ?? false
        let isFileIdle = hasFileName && !comparesFileName
        guard !comparesDisposition, name != nil || isFileIdle else { return }
        let subject = name == nil ? "\"fileName\" is" : isFileIdle ? "\"name\" and \"fileName\" are" : "\"name\" is"
        let matchesAny = headers.isEmpty && bodyPatterns.isEmpty && hasFileName == isFileIdle
        let wanted = JSONValue.string(name.map { "name=\"\($0)\"" } ?? "filename=\"\(fileName ?? "")\"").text()
        fields.report.warn(
            "\(subject) not compared, as in WireMock" + (matchesAny ? ", so this matches every multipart request" : ""),
            at: fields.place(of: name == nil ? "fileName" : "name"),
            repair: "Write \"headers\": {\"Content-Disposition\": {\"contains\": \(wanted)}}.")
    }
}
