internal import ResponseOrders

/// What `understudy explore` is to do, as its flags say it.
package struct ExplorationRequest: Sendable {
    package var cover = "triples"
    package var runs = 64
    /// One run under it; nil explores many orders.
    package var schedule: String?
    /// Nil for the default.
    package var settleMilliseconds: Int?
    /// The folder as it was given; nil when it was not.
    package var mocks: String?
    /// Names of query parameters that differ from run to run.
    package var ignoredQuery: [String] = []

    package init() {}

    /// The same as values.
    /// - Throws: `StartFailure` with 64 for what cannot be.
    func read(seed: UInt64) throws(StartFailure) -> (Exploration.Settings, Schedule?) {
        guard let cover = CoverStrength(rawValue: cover) else {
            let known = CoverStrength.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartFailure(["--cover: \"\(cover)\" is unknown. Write one of \(known)."], exit: .usage)
        }
        guard (1...Exploration.Settings.maximumRuns).contains(runs) else {
            throw StartFailure(["--runs: \(runs) must be in 1…\(Exploration.Settings.maximumRuns)."], exit: .usage)
        }
        if let settleMilliseconds, !(0...60_000).contains(settleMilliseconds) {
            throw StartFailure(["--settle: \(settleMilliseconds) must be in 0…60000 milliseconds."], exit: .usage)
        }
        var settings = Exploration.Settings()
        settings.cover = cover
        settings.runs = runs
        settings.seed = seed
        do {
            return (settings, try schedule.map { text throws(ScheduleError) in try Schedule(text) })
        } catch {
            throw StartFailure(["--schedule: \(error)"], exit: .usage)
        }
    }
}
