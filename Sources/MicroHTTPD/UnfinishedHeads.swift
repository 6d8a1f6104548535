internal import Glibc
internal import Synchronization

/// The exchanges of one worker thread whose request line has been read, and whose head is incomplete. That thread only.
final class UnfinishedHeads: @unchecked Sendable {
    // Unchecked: each thread has its own, which it finds in `UnfinishedHeadsOfThreads`.
    private var exchanges: [Exchange] = []

    /// Does nothing if it is one of them already.
    func add(_ exchange: Exchange) {
        guard exchange.headIndex == nil else { return }
        exchange.headIndex = exchanges.count
        exchanges.append(exchange)
    }

    /// Does nothing if it is not one of them.
    func remove(_ exchange: Exchange) {
        guard let index = exchange.headIndex else { return }
        exchange.headIndex = nil
        let last = exchanges.removeLast()
        if last !== exchange {
            last.headIndex = index
            exchanges[index] = last
        }
    }

    /// The library refuses one of them.
    func noteRefusal() {
        for exchange in exchanges { exchange.noteRefusal() }
    }
}

/// The unfinished heads of each worker thread. Any thread.
final class UnfinishedHeadsOfThreads: Sendable {
    private let byThread = Mutex<[pthread_t: UnfinishedHeads]>([:])

    /// Those of the calling thread.
    var ofThisThread: UnfinishedHeads {
        let thread = pthread_self()
        return byThread.withLock { byThread in
            if let known = byThread[thread] { return known }
            let made = UnfinishedHeads()
            byThread[thread] = made
            return made
        }
    }
}
