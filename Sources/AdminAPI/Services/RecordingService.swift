package import JSONDocument
internal import StubModel

/// The recorder, as the admin API sees it. Any thread.
package protocol RecordingService: Sendable {
    /// Whether it records now, and whether it has recorded before.
    var status: RecordingStatus { get }
    /// Whether the last recording could not be saved, so that `stop` saves it again.
    var hasUnsaved: Bool { get }
    /// Begins to record what is proxied.
    /// - Parameters:
    ///   - specification: WireMock's record spec.
    ///   - report: takes the mistakes in it; if there are any, recording does not begin.
    /// - Throws: `UpstreamError` when the target may not be called.
    func start(_ specification: JSONNode, _ report: ProblemReport) throws
    /// Ends recording.
    /// - Returns: the new mappings, or their ids if the specification asks for those.
    /// - Throws: when it is not recording, or the mappings cannot be made or saved.
    func stop() throws -> RecordingResult
    /// Makes mappings of the exchanges that are already in the journal.
    func takeSnapshot(_ specification: JSONNode, _ report: ProblemReport) throws -> RecordingResult
}

/// The recorder's states, with WireMock's names.
package enum RecordingStatus: String, Sendable {
    case neverStarted = "NeverStarted"
    case recording = "Recording"
    case stopped = "Stopped"
}

/// What a recording has made.
package enum RecordingResult: Sendable {
    case full([JSONValue])
    case ids([String])
    /// One of them, and what became of the objects of S3 that the responses name.
    indirect case withObjects(RecordingResult, JSONValue)
    /// One of them, and a sentence for each exchange of which no stub could be made.
    indirect case withWarnings(RecordingResult, [String])

    /// How many stub mappings were made.
    package var count: Int {
        switch self {
        case .full(let mappings): mappings.count
        case .ids(let ids): ids.count
        case .withObjects(let result, _), .withWarnings(let result, _): result.count
        }
    }

    /// How many objects of S3 were saved.
    package var objectCount: Int {
        switch self {
        case .full, .ids: 0
        case .withObjects(_, let objects): objects["saved"]?.int ?? 0
        case .withWarnings(let result, _): result.objectCount
        }
    }

    /// A sentence for each exchange of which no stub could be made.
    package var warnings: [String] {
        switch self {
        case .full, .ids: []
        case .withObjects(let result, _): result.warnings
        case .withWarnings(_, let warnings): warnings
        }
    }

    /// - Parameter form: WireMock's fields only, or the extended form.
    func json(_ form: ResponseForm) -> JSONValue {
        switch self {
        case .withObjects(let result, _) where form == .plain, .withWarnings(let result, _) where form == .plain: return result.json(form)
        case .withObjects(let result, let objects):
            var object = result.json(form).object ?? [:]
            object["s3"] = objects
            return .object(object)
        case .withWarnings(let result, let warnings):
            var object = result.json(form).object ?? [:]
            object["warnings"] = .array(warnings.map { .string($0) })
            return .object(object)
        case .full(let mappings): return ["mappings": .array(mappings)]
        case .ids(let ids): return ["ids": .array(ids.map { .string($0) })]
        }
    }
}
