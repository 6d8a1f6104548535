package import AdminAPI
internal import HTTPMessage
package import JSONDocument
package import MockEngine
internal import StubModel
internal import Synchronization

/// Makes stubs from proxied exchanges: WireMock's recorder. Any thread.
///
/// While it records, a stub of the lowest priority proxies every request that no other stub matches to the target. Without a target it
/// records only what other stubs proxy. What a stub responds to by itself was not proxied, and is recorded only with `allowNonProxied`.
package final class StubRecorder: RecordingService {
    private struct Recording: Sendable {
        var specification: RecordSpecification
        var start: Start
        var proxyStub: UniqueID?
    }

    /// Where a recording begins.
    private struct Start: Sendable {
        /// The number of the first exchange that belongs to it.
        var exchange: Int
        /// The number of the last journal entry before it.
        var lastEntry: UInt64
    }

    private enum Phase: Sendable {
        case neverStarted
        case recording(Recording)
        case stopped
    }

    private struct State: Sendable {
        var phase = Phase.neverStarted
        /// These stubs are in use, but not in files.
        var unsaved: [StubMapping] = []
        /// Whether the recording that could not be saved last asks for ids.
        var givesIDs = false
    }

    private let engine: MockEngine
    private let log: ProxyLog
    private let mappings: (any MappingFolder)?
    private let files: (any BodyFolder)?
    private let objects: ObjectRecording?
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: the exchanges that the engine has proxied.
    ///   - mappings: saves persistent mappings; nil saves none.
    ///   - files: takes long bodies; nil leaves them in the mappings.
    ///   - objects: how objects of S3 are recorded; nil for not at all.
    ///   - warn: takes a sentence for each exchange that is left out, and for each body that is not a file because none could be written.
    package init(
        _ engine: MockEngine, log: ProxyLog, mappings: (any MappingFolder)?, files: (any BodyFolder)?, objects: ObjectRecording? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.engine = engine
        self.log = log
        self.mappings = mappings
        self.files = files
        self.objects = objects
        self.warn = warn
    }

    /// Whether it records now, and whether it has recorded before.
    package var status: RecordingStatus {
        state.withLock { state in
            switch state.phase {
            case .neverStarted: .neverStarted
            case .recording: .recording
            case .stopped: .stopped
            }
        }
    }

    /// Begins to record; does nothing while it is recording.
    package func start(_ specification: JSONNode, _ report: ProblemReport) throws {
        let read = RecordSpecification(specification, report, engine)
        guard report.problems.isEmpty else { return }
        // A URL that two programs could read differently has no authority either.
        if let url = read.targetBaseURL, !url.isEmpty, !url.contains("{{"), TargetAuthority(literalIn: url) == nil {
            report.add(
                "\"targetBaseUrl\" is not the URL of an HTTP server", at: specification.member("targetBaseUrl") ?? specification,
                repair: "It is like \"http://127.0.0.1:9090\".")
            return
        }
        if let target = read.targetBaseURL.flatMap({ TargetAuthority(literalIn: $0) }),
            let refusal = engine.environment.upstream?.refusal(of: target, isOperators: false)
        {
            report.add("\(refusal)", at: specification.member("targetBaseUrl") ?? specification)
            return
        }
        let proxy = try read.targetBaseURL.flatMap { $0.isEmpty ? nil : try proxyStub($0) }
        // The stub is added and removed under the lock, so that no stop can miss it.
        state.withLock { state in
            if case .recording = state.phase { return }
            let start = Start(exchange: log.next, lastEntry: engine.session.journal.snapshot().lastSequence)
            state.phase = .recording(Recording(specification: read, start: start, proxyStub: proxy?.id))
            if let proxy { engine.session.add(proxy) }
        }
    }

    /// Ends recording. If it is not recording, saves the stubs again that could not be saved.
    /// - Returns: the new mappings, or their ids if the specification asks for them.
    /// - Throws: `NotRecording`; `NotSaved` when the new stubs are in use but not all are in files.
    package func stop() throws -> RecordingResult { try stop(fetchingObjects: true) }

    /// Ends recording as `stop()` does.
    /// - Parameter fetchingObjects: whether the objects of S3 that the responses name are fetched, which takes time.
    package func stop(fetchingObjects: Bool) throws -> RecordingResult {
        let was = state.withLock { state -> State in
            let was = state
            guard case .recording(let session) = state.phase else { return was }
            if let proxyStub = session.proxyStub { engine.session.remove(proxyStub) }
            state.phase = .stopped
            return was
        }
        if case .recording(let session) = was.phase {
            let taken = exchanges(from: session.start, session.specification)
            return try record(taken, session.specification, fetchingObjects: fetchingObjects)
        }
        guard !was.unsaved.isEmpty else { throw NotRecording() }
        try save(was.unsaved, givesIDs: was.givesIDs)
        return Self.result(was.unsaved, givesIDs: was.givesIDs)
    }

    /// The longest time for which `stop` fetches objects; nil when it fetches none.
    package var longestFetch: Duration? { objects?.longestFetch }

    /// Whether there are stubs that could not be saved, so that `stop` saves them again when it is not recording.
    package var hasUnsaved: Bool { state.withLock { !$0.unsaved.isEmpty } }

    /// The mappings that could not be saved, for a file elsewhere; empty when there are none.
    package var unsaved: [JSONValue] { state.withLock { $0.unsaved }.map { .object($0.fileJSON) } }

    private func save(_ mappings: [StubMapping], givesIDs: Bool) throws {
        let ids = Set(mappings.map(\.id))
        do {
            try self.mappings?.save(mappings)
            state.withLock { $0.unsaved.removeAll { ids.contains($0.id) } }
        } catch {
            let canRepeat = state.withLock { state in
                // The newest come first, as in each recording.
                state.unsaved = mappings + state.unsaved.filter { !ids.contains($0.id) }
                state.givesIDs = givesIDs
                if case .recording = state.phase { return false }
                return true
            }
            throw NotSaved(count: mappings.count, reason: Self.reason(error), canRepeat: canRepeat)
        }
    }

    /// Why something cannot be written.
    private static func reason(_ error: any Error) -> String {
        if case MappingFolderError.failed(let sentence) = error { sentence } else { "\(error)" }
    }

    private static func result(_ mappings: [StubMapping], givesIDs: Bool) -> RecordingResult {
        givesIDs ? .ids(mappings.map(\.id.description)) : .full(mappings.map { .object($0.json) })
    }

    /// Makes mappings from the proxied exchanges that the journal has, whatever was made of them before.
    /// - Parameter report: takes the mistakes in the specification; if there are any, nothing is made.
    /// - Throws: when the mappings cannot be made or saved.
    package func takeSnapshot(_ specification: JSONNode, _ report: ProblemReport) throws -> RecordingResult {
        let read = RecordSpecification(specification, report, engine)
        guard report.problems.isEmpty else { return .full([]) }
        return try record(exchanges(from: nil, read), read)
    }

    /// The recorder is not recording.
    package struct NotRecording: Error, CustomStringConvertible {
        package var description: String { "Not currently recording." }
    }

    /// The recorded stubs are in use, but not all of them are in files.
    package struct NotSaved: Error, CustomStringConvertible {
        /// How many stubs the recording has.
        package let count: Int
        /// Why: whole sentences.
        package let reason: String
        /// Whether `stop` saves them again.
        package let canRepeat: Bool

        package var description: String {
            "The recording's \(count == 1 ? "stub is" : "\(count) stubs are") in use, but could not all be saved. \(reason)"
                + (canRepeat
                    ? " Stop the recording again to save them again." : " POST /__admin/mappings/save saves them again.")
        }
    }

    // MARK: From exchanges to stubs

    /// Identifies one exchange in the journal and in the log.
    private struct Key: Hashable {
        var arrivedAt: Timestamp
        var target: String

        init(_ arrivedAt: Timestamp, _ request: Request) {
            self.arrivedAt = arrivedAt
            target = request.target
        }
    }

    /// What becomes stubs, the oldest first: what was proxied, with the response of the target; and with `allowNonProxied` also the
    /// journal's other entries, with the response that it has.
    /// - Parameter start: where the recording began, whose proxied exchanges count even if the journal has dropped them; nil for what the
    ///   journal has.
    private func exchanges(from start: Start?, _ specification: RecordSpecification) -> [ProxiedExchange] {
        let proxied = log.exchanges(from: start?.exchange ?? 0)
        let needsEntry = start == nil || specification.ids != nil
        guard engine.session.journal.settings.isEnabled, needsEntry || specification.allowsNonProxied else { return proxied }
        let entries = engine.session.journal.snapshot().oldestFirst.filter { entry in
            entry.sequence > start?.lastEntry ?? 0 && specification.ids?.contains(entry.id) ?? true
        }
        let places = Dictionary(entries.map { (Key($0.arrivedAt, $0.request), $0.sequence) }, uniquingKeysWith: { first, _ in first })
        func place(_ exchange: ProxiedExchange) -> UInt64? { places[Key(exchange.arrivedAt, exchange.request)] }
        var result = needsEntry ? proxied.filter { place($0) != nil } : proxied
        guard specification.allowsNonProxied else { return result }
        let known = Set(result.map { Key($0.arrivedAt, $0.request) })
        result += entries.filter { !known.contains(Key($0.arrivedAt, $0.request)) }.compactMap(Self.exchange)
        // On a manual clock, requests arrive at the same time.
        return result.sorted { ($0.arrivedAt, place($0) ?? 0) < ($1.arrivedAt, place($1) ?? 0) }
    }

    /// A request that was not proxied, with its response; nil if the journal has not kept both whole. Of the response to a request that
    /// nothing matched only the status counts: the rest tells what would have matched.
    private static func exchange(_ entry: JournalEntry) -> ProxiedExchange? {
        guard entry.bodyDigest == nil else { return nil }
        var result = ProxiedExchange(
            request: entry.request, arrivedAt: entry.arrivedAt, status: entry.response.status, headers: [], body: [])
        guard entry.wasMatched else { return result }
        guard entry.trimmedLength == nil else { return nil }
        result.headers = entry.response.headers
        if case .bytes(let bytes) = entry.response.body { result.body = bytes }
        return result
    }

    private func record(
        _ exchanges: [ProxiedExchange], _ given: RecordSpecification, fetchingObjects: Bool = true
    ) throws -> RecordingResult {
        var specification = given
        if files == nil { specification.extraction = nil }
        specification.objectHosts += objects?.hosts ?? []
        let wanted = exchanges.filter { specification.filter?.matches($0.request, at: $0.arrivedAt) ?? true }
        let recorded = wanted.reversed().map { RecordedStub($0, specification) }
        var refusals: [String] = []
        let new = mappings(of: recorded, specification).compactMap { mapping -> CompiledStub? in
            do { return try compile(mapping) } catch {
                let name = [mapping["request"]?["method"], mapping["request"]?["url"] ?? mapping["request"]?["urlPath"]]
                refusals.append("\(name.compactMap { $0?.string }.joined(separator: " ")) was left out of the recording: \(error)")
                return nil
            }
        }
        refusals.forEach(warn)
        let placed = engine.session.placing(new.reversed())
        engine.session.add(placed)
        let saved = placed.reversed().map(\.savedMapping)
        // The mappings are saved first, and the objects fetched whatever becomes of the mappings. The oldest exchange comes first.
        let saving = Result { if specification.persists { try save(saved, givesIDs: specification.givesIDs) } }
        let report = specification.objectHosts.isEmpty || !fetchingObjects ? nil : fetch(recorded.reversed().flatMap(\.objects))
        try saving.get()
        var result = Self.result(saved, givesIDs: specification.givesIDs)
        if !refusals.isEmpty { result = .withWarnings(result, refusals) }
        return report.map { .withObjects(result, $0) } ?? result
    }

    /// Makes files of the objects that responses name.
    private func fetch(_ found: [HostedObject]) -> JSONValue {
        guard let objects, let folder = objects.folder, let client = engine.environment.upstream else {
            return ["error": "This server has no folder of buckets, so no object was recorded."]
        }
        return ObjectFetch(client, folder, objects).run(found).json
    }

    /// The mappings, the newest request first. Repeated requests become states of a scenario, or all but the last are dropped. A body whose
    /// file cannot be written stays in its mapping.
    private func mappings(of recorded: [RecordedStub], _ specification: RecordSpecification) -> [JSONObject] {
        var repetitions: [JSONValue: Int] = [:]
        for stub in recorded { repetitions[stub.request, default: 0] += 1 }
        var left = repetitions
        var scenarios: [JSONValue: String] = [:]
        var result: [JSONObject] = []
        for stub in recorded {
            // How often the request came; the last one comes first.
            let count = repetitions[stub.request] ?? 1
            let number = left[stub.request] ?? 1
            left[stub.request] = number - 1
            guard specification.makesScenarios || number == count else { continue }
            var stub = stub
            if let file = stub.file {
                do { try files?.write(file.name, file.bytes) } catch {
                    stub.keepBody()
                    warn("The body for \"\(file.name)\" stays in its mapping, because the file cannot be written: \(Self.reason(error))")
                }
            }
            guard count > 1, specification.makesScenarios else {
                result.append(stub.mapping(isPersistent: specification.persists))
                continue
            }
            let name = scenarios[stub.request] ?? "scenario-\(scenarios.count + 1)-\(stub.scenario)"
            scenarios[stub.request] = name
            let required = number == 1 ? ScenarioRule.started : "\(name)-\(number)"
            let next = number < count ? "\(name)-\(number + 1)" : nil
            result.append(stub.mapping(isPersistent: specification.persists, scenario: (name, required, next)))
        }
        return result
    }

    /// Proxies every request that no other stub matches.
    private func proxyStub(_ target: String) throws -> CompiledStub? {
        try compile([
            "priority": JSONValue(Int(Int32.max)), "request": ["method": "ANY"], "response": ["proxyBaseUrl": .string(target)],
        ])
    }

    private func compile(_ mapping: JSONObject) throws -> CompiledStub? {
        let document = try JSONDocument.parse(JSONValue.object(mapping).bytes(), name: "recorded mapping", mode: .strict)
        let report = ProblemReport(document)
        guard let mapping = StubMapping.decode(document.root, report), let stub = engine.compile(mapping, report) else {
            throw report.problems.first ?? Problem(source: "recorded mapping", message: "it is not a valid mapping")
        }
        return stub
    }
}
