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

        /// Why another one does not begin, and what to do.
        var refusal: String {
            let source = specification.targetBaseURL.flatMap { $0.isEmpty ? nil : $0 } ?? "what stubs proxy"
            return "recordings/start had no effect, because a recording of \(source) is under way. "
                + "Stop it first: POST /__admin/recordings/stop."
        }
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
        /// These stubs are in use, but not in files yet. The newest come first, as in each recording.
        var unsaved: [UniqueID] = []
        /// Whether the last of them belong to a recording that asks for ids.
        var givesIDs = false
    }

    /// What was made of exchanges.
    private struct Recorded {
        /// The new mappings, the newest first.
        var mappings: [StubMapping]
        /// A sentence for each exchange that was left out, and for what else would be missed in the replay.
        var warnings: [String]
        /// The objects of S3 that the responses name, the oldest exchange first.
        var objects: [HostedObject]
    }

    private let engine: MockEngine
    private let log: ProxyLog
    private let mappings: (any MappingFolder)?
    private let files: (any BodyFolder)?
    private let objects: ObjectRecording?
    private let warn: @Sendable (String) -> Void
    /// Ends the fetches of `stop()` and of snapshots.
    private let fetchEnd = FetchEnd()
    private let state = Mutex(State())
    /// Locked while a recording begins, and while one ends, until its stubs are among the unsaved ones.
    private let turn = Mutex(())

    /// - Parameters:
    ///   - log: the exchanges that the engine has proxied.
    ///   - mappings: saves persistent mappings; nil saves none.
    ///   - files: takes long bodies; nil leaves them in the mappings.
    ///   - objects: how objects of S3 are recorded; nil for not at all.
    ///   - warn: takes a sentence for each exchange that is left out, and for what is not saved or has no effect.
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

    /// Whether it records what it will save.
    package var recordsFiles: Bool {
        state.withLock { if case .recording(let recording) = $0.phase { recording.specification.persists } else { false } }
    }

    /// Begins to record; while it is recording, only warns.
    /// - Throws: `UpstreamError` when the target may not be called.
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
        if let query = read.targetBaseURL.flatMap(ProxyDefinition.queryOfBase) {
            report.add(
                "\"targetBaseUrl\" has a query or a fragment, and each request's path is appended to it",
                at: specification.member("targetBaseUrl") ?? specification, repair: "Leave out \"\(query)\".")
            return
        }
        if let target = read.targetBaseURL.flatMap({ TargetAuthority(literalIn: $0) }),
            let refusal = engine.environment.upstream?.refusal(of: target, isOperators: false)
        {
            throw refusal
        }
        let proxy = try read.targetBaseURL.flatMap { $0.isEmpty ? nil : try proxyStub($0) }
        turn.withLock { _ in
            if case .recording(let current) = state.withLock({ $0.phase }) { return warn(current.refusal) }
            let start = Start(
                exchange: log.beginRecording(read), lastEntry: engine.session.journal.snapshot().lastSequence)
            state.withLock { $0.phase = .recording(Recording(specification: read, start: start, proxyStub: proxy?.id)) }
            if let proxy { engine.session.add(proxy) }
        }
    }

    /// Ends recording. If it is not recording, saves the stubs again that could not be saved.
    /// - Returns: the new mappings, or their ids if the specification asks for them.
    /// - Throws: `NotRecording`; `NotSaved` when the new stubs are in use but not all are in files.
    package func stop() throws -> RecordingResult { try telling { try stop(fetchingUntil: fetchEnd, waits: true) } }

    /// Warns when stubs cannot be saved, of which otherwise only the caller would know.
    private func telling(_ body: () throws -> RecordingResult) throws -> RecordingResult {
        do { return try body() } catch let error as NotSaved {
            warn("\(error)")
            throw error
        }
    }

    /// Ends recording as `stop()` does, for a server that ends: waits for no call that changes files, nor for a reload.
    /// - Parameter end: ends the fetch of the objects of S3 that the responses name, which takes time; nil fetches none.
    /// - Throws: as `stop()`.
    package func stopAtEnd(fetchingUntil end: FetchEnd?) throws -> RecordingResult { try stop(fetchingUntil: end, waits: false) }

    private func stop(fetchingUntil end: FetchEnd?, waits: Bool) throws -> RecordingResult {
        if let (recorded, specification) = turn.withLock({ _ in endRecording() }) {
            return try finish(recorded, specification, fetchingUntil: end, waits: waits)
        }
        let (ids, givesIDs) = state.withLock { ($0.unsaved, $0.givesIDs) }
        if toSave(ids).isEmpty { throw NotRecording() }
        return Self.result(try save(ids, waits: waits), givesIDs: givesIDs)
    }

    /// Ends recording, and makes the stubs. From then on they are among the unsaved ones, until their files are written: another thread
    /// that ends the process meanwhile finds either a recording or its stubs.
    /// - Returns: nil when it is not recording.
    private func endRecording() -> (Recorded, RecordSpecification)? {
        guard case .recording(let session) = state.withLock({ $0.phase }) else { return nil }
        if let proxyStub = session.proxyStub { engine.session.remove(proxyStub) }
        let specification = complete(session.specification)
        let found = exchanges(from: session.start, specification)
        let recorded = record(found, specification, dropped: log.endRecording())
        state.withLock { state in
            state.phase = .stopped
            Self.keep(recorded, specification, in: &state)
        }
        return (recorded, specification)
    }

    /// Ends the fetches of objects that `stop()` and snapshots have begun, and those that they begin from now on. The objects that are
    /// missing are told as failures.
    package func endFetches() { fetchEnd.end() }

    /// The longest time for which `stop` fetches objects; nil when it fetches none.
    package var longestFetch: Duration? { objects?.longestFetch }

    /// Whether there are stubs that are not saved yet, so that `stop` saves them when it is not recording. Waits while a recording ends on
    /// another thread, until its stubs are made.
    package var hasUnsaved: Bool { turn.withLock { _ in !toSave(state.withLock { $0.unsaved }).isEmpty } }

    /// The mappings that are not saved yet, for a file elsewhere; empty when there are none.
    package var unsaved: [JSONValue] { toSave(state.withLock { $0.unsaved }).map { .object($0.fileJSON) } }

    private static func keep(_ recorded: Recorded, _ specification: RecordSpecification, in state: inout State) {
        guard specification.persists else { return }
        state.unsaved = recorded.mappings.map(\.id) + state.unsaved
        state.givesIDs = specification.givesIDs
    }

    /// The mappings of recorded stubs as they are now. Stubs that were removed since are left out, and those that a file replaces.
    private func toSave(_ ids: [UniqueID]) -> [StubMapping] {
        ids.compactMap { engine.session.stub($0) }.filter { $0.mapping.isPersistent && $0.mapping.origin == .interface }.map(\.savedMapping)
    }

    /// Writes the files of recorded stubs, as the stubs are when no call changes files.
    /// - Parameter waits: as for `MockEngine.changingFiles`.
    /// - Returns: the mappings that were written.
    private func save(_ ids: [UniqueID], waits: Bool) throws -> [StubMapping] {
        try engine.changingFiles(waits: waits) {
            let mappings = toSave(ids)
            do { try self.mappings?.save(mappings) } catch {
                throw NotSaved(count: mappings.count, reason: Self.reason(error), canRepeat: status != .recording)
            }
            let saved = Set(mappings.map(\.id))
            state.withLock { $0.unsaved.removeAll { saved.contains($0) } }
            return mappings
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
        let specification = complete(read)
        let recorded = record(exchanges(from: nil, specification), specification, dropped: 0)
        state.withLock { Self.keep(recorded, specification, in: &$0) }
        return try telling { try finish(recorded, specification, fetchingUntil: fetchEnd, waits: true) }
    }

    // MARK: From exchanges to stubs

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
        let kept = Set(entries.map(\.sequence))
        var result = needsEntry ? proxied.filter { $0.sequence.map(kept.contains) ?? false } : proxied
        guard specification.allowsNonProxied else { return result }
        let known = Set(result.compactMap(\.sequence))
        result += entries.filter { !known.contains($0.sequence) }.compactMap(Self.exchange)
        return result.sorted { $0.arrived(before: $1) }
    }

    /// A request that was not proxied, with its response; nil if there was none, or the journal has not kept both whole. Of the response to
    /// a request that nothing matched only the status counts: the rest tells what would have matched.
    private static func exchange(_ entry: JournalEntry) -> ProxiedExchange? {
        guard entry.bodyDigest == nil, entry.response.status > 0 else { return nil }
        var result = ProxiedExchange(
            request: entry.request, arrivedAt: entry.arrivedAt, sequence: entry.sequence, status: entry.response.status, headers: [],
            body: [])
        guard entry.wasMatched else { return result }
        guard entry.trimmedLength == nil else { return nil }
        result.headers = entry.response.headers
        if case .bytes(let bytes) = entry.response.body { result.body = bytes }
        return result
    }

    /// The specification with what the server's folders and flags add.
    private func complete(_ given: RecordSpecification) -> RecordSpecification {
        var specification = given
        if files == nil { specification.extraction = nil }
        specification.objectHosts += objects?.hosts ?? []
        return specification
    }

    /// Makes stubs, and puts them to use.
    /// - Parameter dropped: how many exchanges are missing, because they did not fit into the memory for them.
    private func record(_ exchanges: [ProxiedExchange], _ specification: RecordSpecification, dropped: Int) -> Recorded {
        // With `allowNonProxied`, they may have responded to what is recorded.
        let earlier = specification.allowsNonProxied ? [] : engine.session.stubs
        let selection = RecordedSelection(exchanges, specification, after: earlier)
        let recorded = selection.stubs
        var warnings = selection.warnings
        if dropped > 0 {
            let limit = "\(log.maximumBytes >> 20) MiB"
            warnings.insert("The oldest \(dropped) responses were left out of the recording: it keeps \(limit).", at: 0)
        }
        let new = mappings(of: recorded, specification).compactMap { mapping -> CompiledStub? in
            do { return try compile(mapping) } catch {
                let name = [mapping["request"]?["method"], mapping["request"]?["url"] ?? mapping["request"]?["urlPath"]]
                warnings.append("\(name.compactMap { $0?.string }.joined(separator: " ")) was left out of the recording: \(error)")
                return nil
            }
        }
        warnings.forEach(warn)
        let placed = engine.session.placing(new.reversed())
        engine.session.add(placed)
        return Recorded(
            mappings: placed.reversed().map(\.savedMapping), warnings: warnings, objects: recorded.reversed().flatMap(\.objects))
    }

    /// Saves the new stubs, and then fetches the objects, whatever becomes of the mappings.
    private func finish(
        _ recorded: Recorded, _ specification: RecordSpecification, fetchingUntil end: FetchEnd?, waits: Bool
    ) throws -> RecordingResult {
        let saving = Result { if specification.persists { _ = try save(recorded.mappings.map(\.id), waits: waits) } }
        let report = specification.objectHosts.isEmpty ? nil : end.map { fetch(recorded.objects, until: $0) }
        try saving.get()
        var result = Self.result(recorded.mappings, givesIDs: specification.givesIDs)
        if !recorded.warnings.isEmpty { result = .withWarnings(result, recorded.warnings) }
        return report.map { .withObjects(result, $0) } ?? result
    }

    /// Makes files of the objects that responses name.
    private func fetch(_ found: [HostedObject], until end: FetchEnd) -> JSONValue {
        guard let objects, let folder = objects.folder, let client = engine.environment.upstream else {
            return ["error": "This server has no folder of buckets, so no object was recorded."]
        }
        return ObjectFetch(client, folder, objects, until: end).run(found).json
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
