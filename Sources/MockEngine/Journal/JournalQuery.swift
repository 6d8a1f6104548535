package import StubModel

/// Which entries to list, and how many: the parameters of `GET /__admin/requests`.
package struct JournalQuery: Sendable {
    /// At most that many.
    package var limit: Int?
    /// Only entries that arrived after that moment, to the millisecond.
    package var since: Timestamp?
    /// Only entries with a higher sequence number, oldest first: what a reader that follows the journal asks for. They are found by a seek:
    /// older entries are not looked at.
    package var after: UInt64?
    /// Only entries that matched nothing.
    package var unmatchedOnly = false
    /// Only entries that this stub answered.
    package var stubID: UniqueID?

    package init() {}

    private func selects(_ event: JournalEntry) -> Bool {
        if unmatchedOnly && event.wasMatched { return false }
        if let stubID, event.stub?.id != stubID { return false }
        return true
    }

    /// Whether all entries are selected, so that none has to be read to be counted.
    private var selectsAll: Bool { !unmatchedOnly && stubID == nil }

    /// The entries, newest first; oldest first with `after`.
    package func run(on journal: Journal) -> JournalPage {
        let snapshot = journal.snapshot()
        var page = JournalPage(
            entries: JournalEntries([], of: snapshot), dropped: snapshot.droppedCount, nextAfter: snapshot.lastSequence,
            isDisabled: !journal.settings.isEnabled)
        var sequences: [UInt64] = []
        let most = limit ?? Int.max
        func take(_ event: JournalEntry) {
            guard selects(event) else { return }
            page.total += 1
            guard sequences.count < most, since.map({ event.arrivedAt.milliseconds > $0.milliseconds }) ?? true else { return }
            sequences.append(event.sequence)
        }
        let isFull: () -> Bool = { selectsAll && sequences.count >= most }
        if let after {
            for event in snapshot.entries(after: after) {
                if isFull() { break }
                take(event)
            }
            if sequences.count == most { page.nextAfter = sequences.last ?? min(after, snapshot.lastSequence) }
            page.isTruncated = snapshot.droppedCount > 0 && after < snapshot.firstLiveSequence - 1
        } else {
            for event in snapshot.newestFirst {
                if isFull() { break }
                take(event)
            }
        }
        if selectsAll { page.total = snapshot.count }
        page.entries = JournalEntries(sequences, of: snapshot)
        return page
    }
}

/// What a query found.
package struct JournalPage: Sendable {
    package var entries: JournalEntries
    /// Entries that the query is about, before `limit` and `since`; with `after` and a choice of entries, those behind it.
    package var total = 0
    /// Entries that made room for others since the last reset.
    package var dropped: Int
    /// What to ask for next as `after`.
    package var nextAfter: UInt64
    /// Some entries after `after` were dropped before they were read.
    package var isTruncated = false
    package var isDisabled: Bool
}
