internal import AdminAPI
internal import HTTPMessage
internal import JSONDocument
internal import Logging
internal import MockEngine
internal import Recorder
internal import StubModel
internal import Synchronization
internal import Upstream

/// Requests to upstreams: which are allowed, who sends them, and how they are recorded.
struct Upstreams: Sendable {
    private let client: CurlClient
    let log = ProxyLog()
    private let proxying: ProxySettings
    /// The targets in mapping files that are already in the log.
    private let announced = AnnouncedTargets()
    /// The hosts of `--s3-host`.
    private let objectHosts: [ObjectHost]
    /// Why the target of `--proxy-all` will not be called; nil when it may be called or there is none.
    let warning: String?

    /// - Throws: `StartFailure` for a target rule that is not valid, and for a target that is not a URL.
    init(_ configuration: Configuration) throws(StartFailure) {
        var problems: [String] = []
        func rules(_ texts: [String], _ flag: String) -> [TargetRule] {
            texts.flatMap { $0.split(separator: ",") }.compactMap { text in
                do throws(TargetRuleError) { return try TargetRule(String(text)) } catch {
                    problems.append("--\(flag): \(error)")
                    return nil
                }
            }
        }
        let allowed = rules(configuration.allowedProxyTargets, "allow-proxy-targets")
        let denied = rules(configuration.deniedProxyTargets, "deny-proxy-targets")
        if let target = configuration.proxyAll, UpstreamRequest(method: "GET", url: target) == nil {
            problems.append("--proxy-all: \"\(target)\" is not a URL. Write one like \"http://127.0.0.1:9090\".")
        }
        guard problems.isEmpty else { throw StartFailure(problems, exit: .badConfiguration) }
        let named = configuration.proxyAll.flatMap { TargetAuthority(literalIn: $0) }
        objectHosts = configuration.recordedS3Hosts.compactMap { ObjectHost($0) }
        let targets = TargetRules(
            allowed: allowed, denied: denied, named: Set((named.map { [$0] } ?? []) + objectHosts.flatMap(\.targets)))
        var settings = CurlClient.Settings(rules: targets)
        settings.silenceTimeout = .milliseconds(configuration.proxyTimeoutMilliseconds)
        client = CurlClient(settings)
        warning = configuration.proxyAll.flatMap { Self.warning($0, named, targets) }
        var proxying = ProxySettings()
        proxying.preservesHostHeader = configuration.preserveHostHeader
        proxying.dropsOriginRules = configuration.stubCORS
        proxying.lastResortSource = configuration.proxyAllSource
        self.proxying = proxying
    }

    private static func warning(_ target: String, _ named: TargetAuthority?, _ rules: TargetRules) -> String? {
        guard let named else {
            return "--proxy-all: \"\(target)\" is not allowed by itself, because its host is not written plainly."
                + " Write it like \"http://127.0.0.1:9090\", or allow it with --allow-proxy-targets."
        }
        return rules.refusal(of: named, isOperators: false).map { "--proxy-all: \(named) will not be called. \($0)" }
    }

    func join(_ environment: inout EngineEnvironment) {
        environment.upstream = client
        environment.proxying = proxying
    }

    /// - Parameters:
    ///   - objects: the folder of buckets; nil for none.
    ///   - warn: takes a line about what could not be recorded as it should.
    func recorder(
        _ engine: MockEngine, mappings: (any MappingFolder)?, files: (any BodyFolder)?, objects: (any ObjectFolder)?,
        timer: any EngineTimer,
        warn: @escaping @Sendable (String) -> Void
    ) -> StubRecorder {
        var recording = ObjectRecording(timer: timer, warn: warn)
        recording.hosts = objectHosts
        recording.folder = objects
        return StubRecorder(engine, log: log, mappings: mappings, files: files, objects: recording, warn: warn)
    }

    /// Logs the targets that are allowed because mapping files name them, each once.
    func announce(_ stubs: [CompiledStub], _ log: Logger) {
        for stub in stubs where !stub.operatorTargets.isEmpty {
            guard case .file(let path) = stub.mapping.origin else { continue }
            for target in stub.operatorTargets.sorted(by: { $0.description < $1.description }) {
                guard client.refusal(of: target, isOperators: true) == nil, announced.insert("\(path) \(target)") else { continue }
                log.notice("\(path) names \(target), which its stub may call (--deny-proxy-targets \(target) forbids it)")
            }
        }
    }

    /// Cancels the requests in progress.
    func stop() { client.stop() }

    /// The stub that proxies what no other stub matches; empty without `--proxy-all`.
    /// - Throws: `StartFailure` with 78 when there can be none for that target.
    static func lastResort(_ configuration: Configuration, _ engine: MockEngine) throws(StartFailure) -> [CompiledStub] {
        guard let target = configuration.proxyAll else { return [] }
        let mapping: JSONValue = [
            "id": .string(ProxySettings.lastResort.description), "name": "proxy all", "priority": JSONValue(Int(Int32.max)),
            "request": ["method": "ANY"], "response": ["proxyBaseUrl": .string(target)],
        ]
        do throws(Problem) {
            let document = try JSONDocument.parse(mapping.bytes(), name: "--proxy-all")
            let report = ProblemReport(document)
            if let mapping = StubMapping.decode(document.root, report), let stub = engine.compile(mapping, report) { return [stub] }
            throw report.problems.first ?? Problem(source: "--proxy-all", message: "\"\(target)\" is not a target")
        } catch {
            throw StartFailure([error.description], exit: .badConfiguration)
        }
    }

    /// Begins to record what stubs proxy, and what `--proxy-all` proxies (`--record-mappings`).
    /// - Throws: `StartFailure` with 78 when nothing can be recorded.
    static func begin(_ recorder: StubRecorder, _ configuration: Configuration) throws(StartFailure) {
        let headers = JSONObject(configuration.matchedHeaders.map { ($0, JSONValue.object([:])) })
        let specification: JSONValue = [
            "captureHeaders": .object(headers), "extractBodyCriteria": ["textSizeThreshold": "1 kB", "binarySizeThreshold": 0],
        ]
        let problems: [Problem]
        do {
            let document = try JSONDocument.parse(specification.bytes(), name: "--record-mappings")
            let report = ProblemReport(document)
            try recorder.start(document.root, report)
            problems = report.problems
        } catch {
            throw StartFailure(["--record-mappings: \(error)"], exit: .badConfiguration)
        }
        guard problems.isEmpty else { throw StartFailure(problems.map(\.description), exit: .badConfiguration) }
    }
}

private final class AnnouncedTargets: Sendable {
    private let lines = Mutex<Set<String>>([])
    /// - Returns: whether it is new.
    func insert(_ line: String) -> Bool { lines.withLock { $0.insert(line).inserted } }
}
