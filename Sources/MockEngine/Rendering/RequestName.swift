internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// The id of the journal entry that a request will have. It is drawn when a template uses it, because the entry is made after the response.
package final class RequestName: Sendable {
    private let random: RandomSource
    private let drawn = Mutex<UniqueID?>(nil)

    package init(_ random: RandomSource) { self.random = random }

    /// Nil until it is drawn or set.
    var known: UniqueID? { drawn.withLock { $0 } }

    /// Sets the id, unless it was drawn before.
    func settle(_ id: UniqueID) { drawn.withLock { drawn in drawn = drawn ?? id } }

    var id: UniqueID {
        drawn.withLock { drawn in
            if let drawn { return drawn }
            let id = random.draw { UniqueID.random(using: &$0) }
            drawn = id
            return id
        }
    }
}
