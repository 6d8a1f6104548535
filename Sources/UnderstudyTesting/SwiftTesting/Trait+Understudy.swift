#if compiler(>=6.1)
    public import Testing
    public import UnderstudyClient

    extension Trait where Self == UnderstudyTrait {
        /// Gives a test a session of its own, which ``UnderstudyClient/UnderstudySession/current`` is:
        ///
        /// ```swift
        /// @Test(.understudy) func startsAtFive() async throws {
        ///     let session = try UnderstudySession.current
        ///     try await session.stub("/counter", json: CounterDataModel(counterDefaultValue: 5))
        ///     let model = CounterModel(baseURL: session.baseURL)
        ///     await model.refresh()
        ///     #expect(model.count == 5)
        /// }
        /// ```
        ///
        /// The session is strict: a request that nothing answers, a response that the server cannot make (a template fails, a body's file
        /// is missing), an expectation that is not met, and a stub that nobody asked for are issues, at the line that made the stub, or
        /// else at the test's.
        public static var understudy: Self { UnderstudyTrait() }

        /// Gives a test a session of its own, with more than its own stubs:
        ///
        /// ```swift
        /// @Suite(.understudy(mocks: "mocks")) struct FeedTests {
        ///     @Test(.understudy(clock: .manual) { Stub.get("/api/pose/all").respond(json: page).delay(milliseconds: 800) })
        ///     func showsThatItLoads() async throws { … }
        /// }
        /// ```
        ///
        /// What is nil is as the suite says it; where that says nothing, the default counts.
        ///
        /// - Parameters:
        ///   - mocks: the folder of fixtures: absolute, or relative to the folder of the test's source file or to one above it. A server
        ///     that `UNDERSTUDY_URL` names serves its own. Default: none.
        ///   - server: where the server comes from. Default: `UnderstudyServer.Source.program`.
        ///   - strict: whether a request that nothing answers, a response that the server cannot make, and a stub that nobody asked for
        ///     fail the test. Default: true.
        ///   - allowsUnusedStubs: whether stubs that nobody asked for are all right, e.g. those of a suite. Default: false.
        ///   - ports: whether the session gets ports of its own. Without them its URLs have a prefix, which some clients lose. Default:
        ///     true.
        ///   - clock: what the session's clock follows. Default: real time.
        ///   - network: the link that its traffic takes. Default: the server's.
        ///   - seed: the seed of its random draws. Default: the server's.
        ///   - scenarioStates: the first states of scenarios, by name; the others begin in `Started`.
        ///   - stubs: its first stubs; of those that match alike the last one wins. Called once for each session.
        public static func understudy(
            mocks: String? = nil, server: UnderstudyServer.Source? = nil, strict: Bool? = nil, allowsUnusedStubs: Bool? = nil,
            ports: Bool? = nil, clock: ClockMode? = nil, network: NetworkProfile? = nil, seed: UInt64? = nil,
            scenarioStates: [String: String] = [:],
            @StubBuilder stubs: @escaping @Sendable () -> [Stub] = { [] }
        ) -> Self {
            UnderstudyTrait(
                options: UnderstudyOptions(
                    mocks: mocks, server: server, strict: strict, allowsUnusedStubs: allowsUnusedStubs, ports: ports, clock: clock,
                    network: network, seed: seed, scenarioStates: scenarioStates, stubs: stubs))
        }

        /// Runs a test once in every order of its responses, in parallel, each run in a session of its own:
        ///
        /// ```swift
        /// @Test(.understudy(mocks: "mocks"), .everyOrder(.triples)) func showsTheNewestSearch() async throws {
        ///     let model = SearchModel(baseURL: try UnderstudySession.current.baseURL)
        ///     async let first: Void = model.search("po")
        ///     async let second: Void = model.search("pose")
        ///     _ = await (first, second)
        ///     #expect(model.results == ["pose"])
        /// }
        /// ```
        ///
        /// A failing order is made smaller. There is one issue, at the first expectation that fails in the smallest one: it says in a
        /// sentence which order fails, what fails in it, and with which line to repeat it. A test that passes prints what was shown, and
        /// which responses were never in flight together. One whose requests never overlap, or differ from run to run, fails: no order was
        /// changed.
        ///
        /// - Parameters:
        ///   - cover: which orders are shown.
        ///   - maximumRuns: how many runs there are at most; those that make a failure smaller count too. At most 1,024.
        ///   - parallelRuns: how many go on at the same time; 16 when nil, which is the most for all tests of this process together.
        ///   - order: which requests take part, and when a session has settled.
        ///   - replay: a schedule to repeat in a single run, whose issues are told one by one; nil for all orders. The variable
        ///     `UNDERSTUDY_REPLAY` does the same, and wins.
        public static func everyOrder(
            _ cover: Exploration.Cover = .triples, maximumRuns: Int = 64, parallelRuns: Int? = nil,
            order: ResponseOrder = ResponseOrder(), replay: String? = nil
        ) -> Self {
            UnderstudyTrait(
                orders: EveryOrder(cover, maximumRuns: maximumRuns, parallelRuns: parallelRuns, order: order, replay: replay))
        }
    }
#endif
