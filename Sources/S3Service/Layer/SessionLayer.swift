internal import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// What a session has changed of the buckets: the upper layer, over the folder. Any thread.
///
/// A session that has written nothing has an empty one, which costs a reader one atomic load.
package final class SessionLayer: Sendable {
    /// The contents of objects.
    let ledger: StorageLedger
    /// What is beside the contents.
    let versionLedger: StorageLedger
    /// Writes what changes into the folder; nil where it stays in memory.
    let writer: FolderWriter?
    private let state = Mutex(LayerState())
    private let wasChanged = Atomic(false)

    init(maximumBytes: Int, writer: FolderWriter? = nil) {
        ledger = StorageLedger(limit: maximumBytes)
        versionLedger = StorageLedger(besideContentsOf: maximumBytes)
        self.writer = writer
    }

    /// Whether nothing was ever written since the beginning or the last reset.
    var isUntouched: Bool { !wasChanged.load(ordering: .acquiring) }

    /// Whether a read at a path, in path style, is what it is without the session. For an untouched one it always is.
    func leavesToFolder(_ path: ArraySlice<UInt8>) -> Bool {
        if isUntouched { return true }
        let address = S3Address(path: path)
        guard let bucket = address.bucket, let key = address.key else { return false }
        return state.withLock { $0.leavesToFolder(ObjectKey(key), in: bucket) }
    }

    /// The state of this moment.
    var snapshot: LayerState { isUntouched ? LayerState() : state.withLock { $0 } }

    /// Changes the state; other changes wait.
    /// - Parameters:
    ///   - change: what it means for the folder, for a session that writes into it.
    ///   - body: must not take time, unless the session writes into the folder. Throws only before it changes anything.
    func change<Result: Sendable>(
        _ change: PersistentChange = .none, _ body: (inout LayerState) throws(S3Error) -> Result
    ) throws(S3Error) -> Result {
        guard let writer else {
            let result = state.withLock { state -> Swift.Result<Result, S3Error> in
                do throws(S3Error) {
                    let result = try body(&state)
                    wasChanged.store(true, ordering: .releasing)
                    return .success(result)
                } catch { return .failure(error) }
            }
            return try result.get()
        }
        // On a copy, which replaces the contents when the change is in the folder.
        return try writer.exclusively { () throws(S3Error) in
            var copy = snapshot
            let result = try body(&copy)
            try writer.write(change, &copy)
            let kept = copy
            state.withLock { state in
                wasChanged.store(true, ordering: .releasing)
                state = kept
            }
            return result
        }
    }

    /// Changes what is in memory of things that were just written into the folder. In the turn of its writer.
    func settle(_ body: (inout LayerState) -> Void) { state.withLock { body(&$0) } }

    /// Drops everything: the folder's buckets are as they were, or as they were written. Responses that are being sent keep what they need.
    package func reset() {
        guard let writer else { return drop() }
        writer.exclusively { drop() }
    }

    private func drop() {
        // Released outside the lock: it may be much.
        let dropped = state.withLock { state in
            defer { state = LayerState() }
            wasChanged.store(false, ordering: .releasing)
            return state
        }
        _ = dropped
    }
}
