internal import WorkPool

/// Runs calls of the admin API, which must not wait behind requests to the mocks, nor behind calls that wait for other servers.
struct AdminWork: Sendable {
    /// Runs most calls.
    let calls = WorkPool(threads: 2)
    /// Runs calls that may wait for other servers, one after the other.
    let fetches = WorkPool(threads: 1)

    /// Calls that have begun and not ended, and those that wait for a thread.
    var unfinishedCount: Int { calls.unfinishedCount + fetches.unfinishedCount }

    /// See `WorkPool.whenQuiet`.
    func whenQuiet(_ body: @escaping @Sendable () -> Void) {
        calls.whenQuiet(body)
        fetches.whenQuiet(body)
    }

    /// Runs everything that is queued, and ends the threads.
    func stop() {
        calls.stop()
        fetches.stop()
    }
}
