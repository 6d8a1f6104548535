internal import Foundation
public import UnderstudyClient

/// What a test asks of its session and of the server.
///
/// ```swift
/// UnderstudyOptions(mocks: "mocks", clock: .manual) { Stub.get("/jokes/random").respond(status: 410) }
/// ```
public struct UnderstudyOptions: Sendable {
    var mocks: String?
    var source: UnderstudyServer.Source?
    var strict: Bool?
    var allowsUnusedStubs: Bool?
    var ports: Bool?
    var clock: ClockMode?
    var network: NetworkProfile?
    var seed: UInt64?
    var scenarioStates: [String: String] = [:]
    /// Makes the first stubs.
    var stubs: [@Sendable () -> [Stub]] = []
    /// Where the test says it; nil where it says nothing.
    var callSite: CallSite?

    private init() {}

    /// Says nothing.
    static let nothing = UnderstudyOptions()

    /// What a test says. What is nil is as its suite says it; where that says nothing, the default counts.
    ///
    /// - Parameters:
    ///   - mocks: the folder of fixtures: absolute, or relative to the folder of this source file or to one above it. A server that
    ///     `UNDERSTUDY_URL` names serves its own. Default: none.
    ///   - server: where the server comes from. Default: `UnderstudyServer.Source.program`.
    ///   - strict: whether a request that nothing answers, a response that the server cannot make, and a stub that nobody asked for fail
    ///     the test. Default: true.
    ///   - allowsUnusedStubs: whether stubs that nobody asked for are all right, e.g. those of a suite. Default: false.
    ///   - ports: whether the session gets ports of its own. Without them its URLs have a prefix, which some clients lose. Default: true.
    ///   - clock: what the session's clock follows. Default: real time.
    ///   - network: the link that its traffic takes. Default: the server's.
    ///   - seed: the seed of its random draws. Default: the server's.
    ///   - scenarioStates: the first states of scenarios, by name; the others begin in `Started`.
    ///   - fileID: of the caller, for failures.
    ///   - filePath: of the caller, for failures.
    ///   - line: of the caller, for failures.
    ///   - column: of the caller, for failures.
    ///   - stubs: its first stubs; of those that match alike the last one wins. Called once for each session.
    public init(
        mocks: String? = nil, server: UnderstudyServer.Source? = nil, strict: Bool? = nil, allowsUnusedStubs: Bool? = nil,
        ports: Bool? = nil, clock: ClockMode? = nil, network: NetworkProfile? = nil, seed: UInt64? = nil,
        scenarioStates: [String: String] = [:],
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        @StubBuilder stubs: @escaping @Sendable () -> [Stub] = { [] }
    ) {
        self.mocks = mocks
        source = server
        self.strict = strict
        self.allowsUnusedStubs = allowsUnusedStubs
        self.ports = ports
        self.clock = clock
        self.network = network
        self.seed = seed
        self.scenarioStates = scenarioStates
        self.stubs = [stubs]
        callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// With what a closer place says, e.g. a test beside its suite: it wins, and its stubs come later.
    func with(_ closer: UnderstudyOptions) -> UnderstudyOptions {
        var both = self
        both.mocks = closer.mocks ?? mocks
        both.source = closer.source ?? source
        both.strict = closer.strict ?? strict
        both.allowsUnusedStubs = closer.allowsUnusedStubs ?? allowsUnusedStubs
        both.ports = closer.ports ?? ports
        both.clock = closer.clock ?? clock
        both.network = closer.network ?? network
        both.seed = closer.seed ?? seed
        both.scenarioStates.merge(closer.scenarioStates) { $1 }
        both.stubs += closer.stubs
        both.callSite = closer.callSite ?? callSite
        return both
    }

    /// Whether misses, failed responses and unused stubs fail the test.
    var isStrict: Bool { strict ?? true }

    /// The server that the test's session is on.
    func server(at callSite: CallSite) async throws -> UnderstudyServer {
        // A server that is named serves its own folder. The test may run where there is none, as on a device.
        let source = source ?? .program
        let url = ProcessInfo.processInfo.environment["UNDERSTUDY_URL"]
        let isNamed = source.name == UnderstudyServer.Source.program.name && url?.isEmpty == false
        let folder = isNamed ? nil : try mocks.map { try MocksFolder.find($0, at: callSite) }
        return try await UnderstudyServer.shared(
            mocks: folder, from: source, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
    }

    /// The session to open. Its stubs have ids, and are noted.
    func definition(named name: String, noting origins: StubOrigins, at callSite: CallSite) -> SessionDefinition {
        let mappings = stubs.flatMap { $0() }.map { stub in stub.changed { $0.id = $0.id ?? UUID() } }
        origins.note(mappings, at: callSite)
        return SessionDefinition(
            name: name, strict: isStrict, ports: ports ?? true, clock: clock, network: network, seed: seed,
            scenarioStates: scenarioStates.isEmpty ? nil : scenarioStates, mappings: mappings)
    }
}
