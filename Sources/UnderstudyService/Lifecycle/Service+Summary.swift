internal import AdminAPI
internal import FixtureStore
internal import MockEngine
internal import WorkPool

/// What a service says of itself, at the start and at the stop.
extension Service {
    /// The number of stubs of the server's own session.
    package var stubCount: Int { engine.session.stubCount }

    /// The number of stubs from the folder, without those of the admin API.
    var fixtureCount: Int { engine.fixtureCount }

    /// The number of stubs as a text: "12 stub mappings".
    package var summary: String { counted(stubCount, "stub mapping") }

    /// Counts the objects in the folder's buckets on a thread of the work pool, because it walks the folder.
    /// - Parameter body: called there with the number.
    /// - Returns: false if it is not called, because the pool is full or has stopped.
    package func countObjects(_ body: @escaping @Sendable (Int) -> Void) -> Bool {
        work.submit { [folder] in body(folder?.inventory().objects ?? 0) }
    }

    /// The number of open sessions besides the server's own.
    package var sessionCount: Int { engine.openSessions.count }

    /// What is served and from where, for the start: `7 stub mappings, 3 files, 1 bucket with 8 objects in mocks (watching)`.
    package var inventory: String {
        guard let folder, let mocks = configuration.mocks else { return "\(summary), no folder" }
        let (files, buckets, objects) = folder.inventory()
        var text = "\(summary), \(counted(files, "file"))"
        if buckets > 0 { text += ", \(counted(buckets, "bucket")) with \(counted(objects, "object"))" }
        return "\(text) in \(mocks)\(configuration.watchesMappings ? " (watching)" : "")"
    }

    /// What was served, for the stop: `41 requests, 2 unmatched`. Nil without a journal, which counts the requests.
    package var account: String? {
        guard configuration.journal else { return nil }
        let (sessions, ofSessions) = accessLog.counts.endedSessions
        let open = engine.openSessions
        let requests = Int(engine.session.journal.snapshot().lastSequence) + ofSessions + open.reduce(0) { $0 + $1.requestCount }
        let count = sessions + open.count
        let shown = count == 0 ? "" : ", " + counted(count, "session")
        let counts = accessLog.counts
        let lost = counts.lostRequests == 0 ? "" : ", \(counts.lostRequests) to no open session"
        return "\(counted(requests, "request"))\(shown), \(counts.unmatched) unmatched\(lost)"
    }

    /// The mapping files that changed between the last two loads, for the log: ` (mocks/mappings/a.json changed)`; empty for none.
    package func takeChangedFiles() -> String {
        let files = folder?.takeChangedFiles() ?? []
        guard !files.isEmpty else { return "" }
        let more = files.count > 3 ? " and \(files.count - 3) more" : ""
        return " (\(files.prefix(3).joined(separator: ", "))\(more) changed)"
    }
}
