internal import AdminAPI
internal import HTTPMessage
internal import JSONDocument
internal import MicroHTTPD
internal import MockEngine
internal import Synchronization
internal import SystemCalls

/// The numbers of a running server, for `GET /__admin/metrics`. Any thread.
///
/// Everything is counted where it happens and read here. Only what `RequestTally` has is counted for the metrics alone. Labels have few
/// values: listeners, outcomes, effects, names of limits, the places of a few problems.
final class Metrics: Sendable {
    private typealias Sample = PrometheusText.Sample

    private let engine: MockEngine
    private let counts: RunCounts
    private let certificate: (@Sendable () -> CertificateReport)?
    private let startedAt = WallClock.secondsSinceEpoch()
    private let daemons = Mutex<[(name: ListenerName, daemon: Daemon)]>([])

    /// - Parameter certificate: tells of the server's certificate; nil without TLS.
    init(_ engine: MockEngine, _ counts: RunCounts, certificate: (@Sendable () -> CertificateReport)? = nil) {
        self.engine = engine
        self.counts = counts
        self.certificate = certificate
    }

    /// Takes numbers from these daemons from now on; from none when the list is empty.
    func read(from daemons: [(name: ListenerName, daemon: Daemon)]) { self.daemons.withLock { $0 = daemons } }

    /// All metrics, in the text form of Prometheus.
    func text() -> String {
        var text = PrometheusText()
        addServer(to: &text)
        addRequests(to: &text)
        addListeners(to: &text)
        addFixtures(to: &text)
        addCertificate(to: &text)
        addProcess(to: &text)
        return text.text
    }

    private func addServer(to text: inout PrometheusText) {
        text.add("understudy_build_info", .gauge, "The program's version.", [Sample(1, ("version", Version.number))])
        text.add("understudy_stubs", .gauge, "Stubs of the server's own session.", engine.session.stubCount)
        text.add("understudy_sessions", .gauge, "Open sessions besides the server's own.", engine.openSessions.count)
        text.add("understudy_sessions_ended_total", .counter, "Sessions that have ended.", counts.endedSessions.sessions)
        text.add("understudy_journal_bytes", .gauge, "Memory of all journals.", engine.budget.usedBytes)
        text.add("understudy_journal_maximum_bytes", .gauge, "What journals may use (--journal-max-bytes).", engine.budget.maximumBytes)
        text.add(
            "understudy_journal_dropped_entries_total", .counter, "Journal entries that were dropped to make room.",
            engine.budget.droppedEntries)
        text.add(
            "understudy_log_dropped_lines_total", .counter, "Log lines that were dropped because standard error was not read.",
            LogWriter.standardError.droppedLines)
    }

    private func addRequests(to text: inout PrometheusText) {
        let tally = engine.environment.tally
        text.add(
            "understudy_requests_total", .counter, "Requests by what became of them.",
            RequestTally.Outcome.allCases.map { Sample(tally.count($0), ("outcome", "\($0)")) })
        let delays = tally.addedDelays
        text.add(
            histogram: "understudy_added_delay_seconds", "Scripted delays before the first byte of responses that have one.",
            bounds: RequestTally.delayBounds.map { Double($0) / 1_000 }, counts: delays.counts, sum: delays.sum / .seconds(1))
        // The wire refuses some clients before anything else sees their request.
        let refusedClients = daemons.withLock { $0 }.reduce(0) { $0 + $1.daemon.counters.refusedClients }
        let limits = tally.exceededLimits + (refusedClients > 0 ? [(limit: "limits.connections", count: refusedClients)] : [])
        text.add(
            "understudy_limits_exceeded_total", .counter, "Requests that were ended because they exceeded a limit.",
            limits.map { Sample($0.count, ("limit", $0.limit)) })
    }

    private func addListeners(to text: inout PrometheusText) {
        let listeners = daemons.withLock { $0 }.map { (name: $0.name.rawValue, counters: $0.daemon.counters) }
        func add(_ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (Daemon.Counters) -> Int) {
            text.add(name, kind, help, listeners.map { Sample(value($0.counters), ("listener", $0.name)) })
        }
        add("understudy_connections", .gauge, "Open connections.", \.openConnections)
        add("understudy_accepted_connections_total", .counter, "Connections that were accepted.", \.connections)
        add("understudy_received_requests_total", .counter, "Requests that were received.", \.requests)
        add("understudy_exchanges", .gauge, "Requests that are being received or responded to.", \.liveExchanges)
        add(
            "understudy_suspended_exchanges", .gauge, "Exchanges that wait: for a delay, a gate, another server, a link or work.",
            \.suspendedExchanges)
        add("understudy_held_body_bytes", .gauge, "Bytes of request bodies in memory and in files.", \.heldBodyBytes)
        add("understudy_sent_body_bytes_total", .counter, "Bytes of bodies in complete responses.", \.sentBodyBytes)
        let faults = listeners.map(\.counters.faults)
        text.add(
            "understudy_faults_total", .counter, "Scripted faults that were performed.",
            [("reset", \Daemon.Faults.resets), ("close", \.closes), ("stall", \.stalls), ("garbage", \.garbage)].map { effect, count in
                Sample(faults.reduce(0) { $0 + $1[keyPath: count] }, ("effect", effect))
            })
    }

    private func addFixtures(to text: inout PrometheusText) {
        let report = engine.environment.fixtures.report
        text.add(
            "understudy_fixture_loads_total", .counter, "Loads of the mappings; a refused one changes no mapping.",
            [Sample(report.loads - report.failedLoads, ("result", "done")), Sample(report.failedLoads, ("result", "refused"))])
        text.add(
            "understudy_fixtures_loaded_timestamp_seconds", .gauge, "When the mappings in use were loaded.",
            [Sample(report.loadedAt?.seconds ?? 0)])
        text.add(
            "understudy_fixture_problems", .gauge, "Problems of the mappings and settings on disk; the earlier ones are in use then.",
            report.problems.count)
        text.add(
            "understudy_fixture_problem_info", .gauge, "Always 1: where the first problems are.",
            Self.places(of: report.problems).map { Sample(1, ("file", $0.file), ("line", $0.line)) })
    }

    /// The most labels of problems.
    private static let mostPlaces = 10

    /// Where the first problems are, each place once; an empty line for a whole file.
    private static func places(of problems: [Problem]) -> [(file: String, line: String)] {
        var places: [(file: String, line: String)] = []
        for problem in problems where places.count < mostPlaces {
            let place = (file: problem.source, line: problem.position.map { String($0.line) } ?? "")
            if !places.contains(where: { $0 == place }) { places.append(place) }
        }
        return places
    }

    private func addCertificate(to text: inout PrometheusText) {
        guard let report = certificate?() else { return }
        text.add(
            "understudy_certificate_expiry_timestamp_seconds", .gauge, "When the certificate in use ends.",
            [Sample(report.validUntil.seconds)])
        text.add(
            "understudy_certificate_problems", .gauge, "Above 0, the certificate in use has expired, or the saved one cannot be used.",
            report.problem == nil ? 0 : 1)
    }

    private func addProcess(to text: inout PrometheusText) {
        text.add("process_start_time_seconds", .gauge, "When the server started, in seconds since 1970.", [Sample(startedAt)])
        if let usage = ProcessUsage.current {
            text.add("process_resident_memory_bytes", .gauge, "Resident memory.", usage.residentBytes)
            text.add("process_cpu_seconds_total", .counter, "Processor time, of the user and the system.", [Sample(usage.cpuSeconds)])
        }
    }
}
