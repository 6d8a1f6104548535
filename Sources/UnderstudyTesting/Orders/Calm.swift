internal import Foundation

/// Waits for a moment in which tasks of this process get their turn in time.
///
/// A window of an order counts milliseconds without a request. While hundreds of other tests begin, a client takes longer than that for a
/// response, and the order that was shown to it is not the one that it sees.
enum Calm {
    /// How late a task may be, in seconds.
    static let mostLate = 0.005
    /// How many tasks in a row must be in time.
    private static let inARow = 3
    /// How many are tried at most: less than two seconds on a machine that is never calm.
    private static let mostTries = 40

    /// Waits until it is calm, or has tried for long.
    ///
    /// - Parameter lateness: runs a task, and tells how many seconds late it was.
    static func wait(lateness: () async -> Double = { await Calm.lateness() }) async {
        var quick = 0
        var tries = 0
        while quick < inARow, tries < mostTries {
            quick = await lateness() <= mostLate ? quick + 1 : 0
            tries += 1
        }
    }

    /// How many seconds late a task is that sleeps and then waits for its turn.
    static func lateness(
        uptime: () -> Double = { ProcessInfo.processInfo.systemUptime }, turn: () async -> Void = { await Task.detached {}.value }
    ) async -> Double {
        let begin = uptime()
        try? await Task.sleep(nanoseconds: 5_000_000)
        await turn()
        return uptime() - begin - 0.005
    }
}
