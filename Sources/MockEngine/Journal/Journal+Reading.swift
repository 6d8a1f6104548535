internal import HTTPMessage
package import StubModel
internal import Synchronization

extension Journal {
    /// The id of an entry, unless a template was shown another one.
    func id(of ticket: ExchangeTicket) -> UniqueID { .entry(seed: idSeed, sequence: ticket.number) }

    /// What can be read now.
    package func snapshot() -> JournalSnapshot {
        state.withLock { JournalSnapshot($0, seed: idSeed, settings) }
    }

    /// Removes an entry.
    /// - Returns: false if there is none with this id.
    @discardableResult
    package func remove(id: UniqueID) -> Bool {
        guard let entry = snapshot().entry(id: id) else { return false }
        return remove([entry.sequence])
    }

    /// Removes all entries that meet the condition.
    /// - Returns: the removed entries, oldest first.
    package func removeAll(where condition: (JournalEntry) throws -> Bool) rethrows -> [JournalEntry] {
        let entries = try snapshot().oldestFirst.filter(condition)
        remove(entries.map(\.sequence))
        return entries
    }

    @discardableResult
    private func remove(_ sequences: [UInt64]) -> Bool {
        state.withLock { state in
            let before = state.liveCount
            for sequence in sequences {
                var isNew = false
                state.modify(sequence) { slot, _ in
                    isNew = !slot.isRemoved
                    slot.isRemoved = true
                }
                if isNew { state.liveCount -= 1 }
            }
            return state.liveCount < before
        }
    }

    /// The size of what is kept, in bytes, as the limit counts it.
    var costInBytes: Int { state.withLock { $0.cost } }
}
