internal import ResponseOrders

/// The flags of `understudy explore`.
package struct ExplorationRequest: Sendable {
    /// The most runs that may be under way at the same time.
    package static let maximumJobs = 64

    /// What `cover` may be.
    package static let covers = CoverStrength.allCases.map(\.rawValue)

    /// One of `covers`.
    package var cover = "triples"
    /// The most runs, 1…1024.
    package var runs = 64
    /// How many runs go on at the same time.
    package var jobs = 1
    /// The order of a single run; nil explores many orders.
    package var schedule: String?
    /// How long no request must arrive before a response goes out; nil for the default, 15.
    package var settleMilliseconds: Int?
    /// The folder as it was given; nil when it was not.
    package var mocks: String?
    /// Names of query parameters that differ from run to run.
    package var ignoredQuery: [String] = []

    package init() {}

    /// Converts the flags to values.
    /// - Throws: `StartFailure` with 64 for an invalid flag.
    func read(seed: UInt64) throws(StartFailure) -> (Exploration.Settings, Schedule?) {
        guard let cover = CoverStrength(rawValue: cover) else {
            let known = Self.covers.joined(separator: ", ")
            throw StartFailure(["--cover: \"\(cover)\" is unknown. Write one of \(known)."], exit: .usage)
        }
        guard (1...Exploration.Settings.maximumRuns).contains(runs) else {
            throw StartFailure(["--runs: \(runs) must be in 1…\(Exploration.Settings.maximumRuns)."], exit: .usage)
        }
        guard (1...Self.maximumJobs).contains(jobs) else {
            throw StartFailure(["--jobs: \(jobs) must be in 1…\(Self.maximumJobs)."], exit: .usage)
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
