internal import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// What a session has changed of the buckets: the upper layer, over the folder. Any thread.
///
/// A session that has written nothing has an empty one, which costs a reader one atomic load.
package final class SessionLayer: Sendable {
    let ledger: StorageLedger
    private let state = Mutex(LayerState())
    private let wasChanged = Atomic(false)

    package init(maximumBytes: Int) { ledger = StorageLedger(limit: maximumBytes) }

    /// Whether nothing was ever written since the beginning or the last reset.
    var isUntouched: Bool { !wasChanged.load(ordering: .acquiring) }

    /// The state of this moment.
    var snapshot: LayerState { isUntouched ? LayerState() : state.withLock { $0 } }

    /// Changes the state; other changes wait.
    /// - Parameter body: must not take time. Throws only before it changes anything.
    func change<Result: Sendable>(_ body: (inout LayerState) throws(S3Error) -> Result) throws(S3Error) -> Result {
        let result = state.withLock { state -> Swift.Result<Result, S3Error> in
            wasChanged.store(true, ordering: .releasing)
            do throws(S3Error) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Drops everything: the folder's buckets are as they were. Responses that are being sent keep what they need.
    package func reset() {
        // Released outside the lock: it may be much.
        let dropped = state.withLock { state in
            defer { state = LayerState() }
            wasChanged.store(false, ordering: .releasing)
            return state
        }
        _ = dropped
    }
}
