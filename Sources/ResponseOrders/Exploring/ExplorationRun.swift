/// One run of a test under a schedule.
package struct ExplorationRun: Sendable, Hashable {
    /// The purpose of a run.
    package enum Purpose: String, Sendable {
        /// The order of arrival, which provides the labels.
        case first
        case explore
        /// An order with fewer exchanges than one in which the test fails.
        case shrink
        /// The replay of the smallest failing order.
        case replay
    }

    /// Counted from 0.
    package let number: Int
    /// Why the run is made.
    package let purpose: Purpose
    /// The order in which the run's session releases responses.
    package let plan: ReleasePlan
    /// The plan as a schedule's text.
    package let schedule: String
    /// What the earlier runs say about its requests; empty for the first run.
    package let expected: ExpectedRequests
    /// Whether it waits longer for the client than usual, because the first run failed in haste.
    package let isUnhurried: Bool
}
