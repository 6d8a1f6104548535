internal import UnderstudyClient

/// The runs of one test under many orders.
actor OrderRuns {
    /// A run that has ended.
    struct Ended: Sendable {
        let number: Int
        let schedule: String
        let problems: [Problem]
    }

    /// How an exploration ended.
    struct Outcome: Sendable {
        let report: ExplorationReport
        let runs: [Ended]
    }

    private var ended: [Ended] = []

    private func note(_ run: Ended) { ended.append(run) }

    /// Runs a test in every order, or only in the one that is to be repeated, and records what is wrong. A test that passes in every order
    /// prints what was shown.
    ///
    /// - Parameters:
    ///   - orders: which orders, and how many runs.
    ///   - run: the test, and what its sessions are to have.
    ///   - filter: what `swift test --filter` takes for the test alone.
    ///   - record: records a problem as a failure of the test.
    ///   - once: runs the test in a session, for the order that is to be repeated: its failures are told one by one.
    ///   - test: runs it in a session, as ``explore(_:_:test:)`` takes it.
    /// - Throws: the error of the test in the repeated order, unless it was the client's.
    static func perform(
        _ orders: EveryOrder, _ run: TestRun, filter: String, isolation: isolated (any Actor)? = #isolation,
        recording record: (Problem) -> Void,
        once: (UnderstudySession) async throws -> Void,
        test: @escaping @Sendable (UnderstudySession) async -> (problems: [Problem], brokeOff: Bool)
    ) async throws {
        if let order = orders.replayedOrder { return try await run.perform(order: order, recording: record, once) }
        do {
            let outcome = try await OrderRuns().explore(orders, run, test: test)
            let problem = outcome.problem(of: orders, at: run.callSite) { schedule in
                "\(EveryOrder.replayVariable)=\(schedule) swift test --filter '\(filter)'"
            }
            if let problem {
                record(problem)
            } else {
                print("\(run.name): \(([outcome.report.summary] + outcome.coverage(of: orders)).joined(separator: "\n  "))")
            }
        } catch let failure as UnderstudyFailure {
            record(Problem(failure))
        }
    }

    /// Runs a test in every order.
    ///
    /// - Parameters:
    ///   - orders: which orders, and how many runs.
    ///   - run: the test, and what its sessions are to have.
    ///   - test: runs it in a session, and tells what is wrong, and whether it ended by an error. Called in parallel.
    /// - Throws: `UnderstudyFailure` when the server does not explore.
    func explore(
        _ orders: EveryOrder, _ run: TestRun, test: @escaping @Sendable (UnderstudySession) async -> (problems: [Problem], brokeOff: Bool)
    ) async throws -> Outcome {
        let (place, origins) = (run.callSite, StubOrigins())
        var order = orders.order
        order.schedule = nil
        let exploration = try await run.options.server(at: place).explore(
            orders.cover, maximumRuns: orders.maximumRuns, seed: run.options.seed, order: order,
            session: run.options.definition(named: run.name, noting: origins, at: place), fileID: place.fileID,
            filePath: place.filePath, line: place.line, column: place.column)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<orders.width {
                    group.addTask {
                        while let next = try await exploration.next() {
                            let problems = await RunSlots.all.use {
                                await Calm.wait()
                                let (problems, brokeOff) = await test(next.session)
                                let begun = TestRun.Begun(session: next.session, origins: origins)
                                return problems + (await run.problemsSoFar(begun, brokeOff: brokeOff))
                            }
                            await self.note(Ended(number: next.number, schedule: next.schedule, problems: problems))
                            try await exploration.finish(next, passed: problems.isEmpty)
                        }
                    }
                }
                try await group.waitForAll()
            }
        } catch {
            _ = try? await uncancelled { try await exploration.end() }
            throw error
        }
        return Outcome(report: try await exploration.end(), runs: ended.sorted { $0.number < $1.number })
    }
}

extension OrderRuns.Outcome {
    /// What fails the test: one text with the smallest failing order, what fails in it, and the line that repeats it. A test whose requests
    /// match nothing, never overlap, or differ from run to run, fails too: no order was changed. Nil when the test passes in all orders.
    ///
    /// - Parameter replayLine: makes that line of a schedule.
    func problem(of orders: EveryOrder, at callSite: CallSite, replayLine: (_ schedule: String) -> String) -> Problem? {
        // The first run of a busy machine may fail because responses overtook one another in the client.
        let runs = report.repeatedFirstRun == true ? self.runs.filter { $0.number > 0 } : self.runs
        if report.passed, runs.allSatisfy({ $0.problems.isEmpty }) {
            if let unmatched = report.unmatched, unmatched > 0, unmatched == report.requests {
                return Problem("\(report.summary)\n\(Self.hintAtMisses)", at: callSite)
            }
            if report.overlapped == false { return Problem("\(report.summary)\n\(Self.hintAtOverlap)", at: callSite) }
            if report.tested != false { return nil }
            return Problem(([report.summary, Self.hintAtChange] + hintAtQuery).joined(separator: "\n"), at: callSite)
        }
        let failing = runs.last { $0.schedule == report.failure?.schedule && !$0.problems.isEmpty } ?? runs.last { !$0.problems.isEmpty }
        let problems = failing?.problems ?? []
        var lines = [report.failure?.sentence ?? report.summary]
        // Where the first run fails, its order explains nothing.
        let isAboutOrder = report.failure?.schedule != ResponseOrder.arrival
        if isAboutOrder, report.failure?.replayed == false {
            lines.append("It did not fail when it was run again in this order: it depends on more than the order of responses.")
        }
        if isAboutOrder, let order = report.failure?.order, !order.isEmpty {
            lines += ["The order of its responses:"] + order.enumerated().map { "  \($0 + 1). \($1)" }
        }
        if !problems.isEmpty { lines += ["What fails:"] + problems.map(\.listed) }
        if isAboutOrder, let schedule = report.failure?.schedule { lines.append("Replay: \(replayLine(schedule))") }
        if isAboutOrder { lines += coverage(of: orders) }
        return Problem(lines.joined(separator: "\n"), at: problems.lazy.compactMap(\.callSite).first ?? callSite)
    }

    private static let hintAtOverlap = """
        Send the requests without waiting for the responses. If a busy machine takes long to send them, say how many there are: \
        .everyOrder(order: ResponseOrder(arrivals: 2)). A test of requests that follow one another needs no .everyOrder.
        """

    private static let hintAtMisses = "So this counts as a failure: add a stub or a file for them, or name another folder of mocks."

    private static let hintAtChange = "So this counts as a failure: there must be several runs, and each must send the same requests."

    /// What to do about query parameters that differ from run to run.
    private var hintAtQuery: [String] {
        guard let names = report.differingQuery, !names.isEmpty else { return [] }
        let order = "ResponseOrder(ignoredQueryParameters: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))])"
        return ["These query parameters differ from run to run. If one identifies no request, leave it out: .everyOrder(order: \(order))"]
    }

    /// What was shown, and what was not: for a test that passes, too.
    func coverage(of orders: EveryOrder) -> [String] {
        var lines: [String] = []
        if let covered = report.covered, let size = covered.responsesPerOrder, let shown = covered.shown, let possible = covered.possible,
            possible > 0
        {
            lines.append(
                "\(runs.count == 1 ? "1 run" : "\(runs.count) runs"). \(covered.responses ?? size) responses took part; "
                    + "\(orders.cover.sentence(size)): \(shown) of \(possible) possible orders shown.")
        }
        let apart = report.neverInFlightTogether ?? []
        if report.overlapped != false {
            lines += apart.prefix(Self.listedPairs).map { "Never in flight together: \($0.joined(separator: " and "))." }
            if apart.count > Self.listedPairs {
                lines.append("\(apart.count - Self.listedPairs) more pairs were never in flight together.")
            }
        }
        return lines + hintAtQuery
    }

    private static let listedPairs = 5
}

extension Exploration.Cover {
    /// - Parameter count: how many responses each order has.
    fileprivate func sentence(_ count: Int) -> String {
        if self == .random { return "random orders" }
        return "every \(count == 2 ? "two" : count == 3 ? "three" : "four") of them in every order"
    }
}
