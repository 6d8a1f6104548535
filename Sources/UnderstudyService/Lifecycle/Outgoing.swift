internal import AdminAPI
internal import JSONDocument
internal import MockEngine
internal import Recorder
internal import StubModel

/// The way out: who asks other servers, and what becomes of what was proxied.
struct Outgoing: Sendable {
    private let client: CurlClient
    let log = ProxyLog()
    private let proxying: ProxySettings

    /// - Throws: `StartFailure` for a target rule that cannot be read, and for a target that is no URL.
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
            problems.append("--proxy-all: \"\(target)\" is no URL. A target is like \"http://127.0.0.1:9090\".")
        }
        guard problems.isEmpty else { throw StartFailure(problems, exit: .badConfiguration) }
        var settings = CurlClient.Settings(rules: TargetRules(allowed: allowed, denied: denied))
        settings.silenceTimeout = .milliseconds(configuration.proxyTimeoutMilliseconds)
        client = CurlClient(settings)
        var proxying = ProxySettings()
        proxying.preservesHostHeader = configuration.preserveHostHeader
        proxying.dropsOriginRules = configuration.stubCORS
        self.proxying = proxying
    }

    func join(_ environment: inout EngineEnvironment) {
        environment.upstream = client
        environment.proxying = proxying
    }

    func recorder(_ engine: MockEngine, mappings: (any MappingFolder)?, files: (any BodyFolder)?) -> StubRecorder {
        StubRecorder(engine, log: log, mappings: mappings, files: files)
    }

    /// Gives up requests that are under way.
    func stop() { client.stop() }

    /// The stub that passes on what no other one answers, if there is to be one.
    static func lastResort(_ configuration: Configuration, _ engine: MockEngine) -> [CompiledStub] {
        guard let target = configuration.proxyAll else { return [] }
        let mapping: JSONValue = [
            "id": "00000000-0000-4000-8000-00000000a11f", "name": "proxy all", "priority": JSONValue(Int(Int32.max)),
            "request": ["method": "ANY"], "response": ["proxyBaseUrl": .string(target)],
        ]
        guard let document = try? JSONDocument.parse(mapping.bytes(), name: "--proxy-all") else { return [] }
        let report = ProblemReport(document)
        return StubMapping.decode(document.root, report).flatMap { engine.compile($0, report) }.map { [$0] } ?? []
    }

    /// Records from now on what stubs proxy, the last resort among them (`--record-mappings`).
    static func begin(_ recorder: StubRecorder, _ configuration: Configuration) {
        let headers = JSONObject(configuration.matchedHeaders.map { ($0, JSONValue.object([:])) })
        let specification: JSONValue = ["captureHeaders": .object(headers)]
        guard let document = try? JSONDocument.parse(specification.bytes(), name: "--record-mappings") else { return }
        try? recorder.start(document.root, ProblemReport(document))
    }
}
