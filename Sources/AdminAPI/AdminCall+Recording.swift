internal import HTTPMessage
internal import JSONDocument

/// What the recorder's endpoints share.
extension AdminCall {
    func recorder() throws -> any RecordingService {
        if let recorder = services.recorder { return recorder }
        throw AdminError(status: 500, title: "This server has no recorder")
    }

    /// Decodes the body as a record specification; an empty body means the defaults.
    func readRecording<Result>(_ body: (JSONNode, ProblemReport) throws -> Result) throws -> Result {
        let document = try self.body.isEmpty ? JSONDocument.parse(Array("{}".utf8), name: "request body") : document()
        let report = ProblemReport(document)
        let result = try body(document.root, report)
        guard report.problems.isEmpty else { throw AdminError(report.problems) }
        return result
    }
}
