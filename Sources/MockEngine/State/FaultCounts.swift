internal import StubModel
internal import Synchronization

/// How often the faults with a `count` have happened in a session.
final class FaultCounts: Sendable {
    /// One fault of one response of one stub.
    private struct Key: Hashable {
        var stub: UniqueID
        var response: Int
        var fault: Int
    }

    private let counts = Mutex<[Key: Int]>([:])

    func reset() { counts.withLock { $0 = [:] } }

    /// Removes the counts of stubs that are gone or begin anew.
    func forget(where isOver: (UniqueID) -> Bool) {
        counts.withLock { counts in
            if !counts.isEmpty { counts = counts.filter { !isOver($0.key.stub) } }
        }
    }

    /// The counter for one of a stub's responses.
    func counter(_ stub: UniqueID, response: Int) -> Counter { Counter(counts: self, stub: stub, response: response) }

    struct Counter: FaultCounter {
        fileprivate let counts: FaultCounts
        fileprivate let stub: UniqueID
        fileprivate let response: Int

        func take(_ index: Int, limit: Int) -> Bool {
            counts.counts.withLock { counts in
                let key = Key(stub: stub, response: response, fault: index)
                guard counts[key, default: 0] < limit else { return false }
                counts[key, default: 0] += 1
                return true
            }
        }
    }
}
