package import StubModel

/// Which entries to list: the parameters of `GET /__admin/requests`.
package struct JournalQuery: Sendable {
    /// The largest number of entries to list; nil for all.
    package var limit: Int?
    /// Only entries that arrived after this moment, to the millisecond.
    package var since: Timestamp?
    /// Only entries with a higher sequence number, oldest first, for readers that follow the journal. Found by a seek: older entries are
    /// not read.
    package var after: UInt64?
    /// Only entries that nothing matched.
    package var unmatchedOnly = false
    /// Only entries that this stub matched.
    package var stubID: UniqueID?

    package init() {}

    private func selects(_ entry: JournalEntry) -> Bool {
        if unmatchedOnly && entry.wasMatched { return false }
        if let stubID, entry.stub?.id != stubID { return false }
        return true
    }

    /// Whether all entries are selected, so that they can be counted without being read.
    private var selectsAll: Bool { !unmatchedOnly && stubID == nil }

    /// The entries, newest first; with `after` oldest first.
    package func run(on journal: Journal) -> JournalPage {
        let snapshot = journal.snapshot()
        var page = JournalPage(
            entries: JournalEntries([], of: snapshot), dropped: snapshot.droppedCount, nextAfter: snapshot.lastSequence,
            isDisabled: !journal.settings.isEnabled)
        var sequences: [UInt64] = []
        let most = limit ?? Int.max
        func take(_ entry: JournalEntry) {
            guard selects(entry) else { return }
            page.total += 1
            guard sequences.count < most, since.map({ entry.arrivedAt.milliseconds > $0.milliseconds }) ?? true else { return }
            sequences.append(entry.sequence)
        }
        let isFull: () -> Bool = { selectsAll && sequences.count >= most }
        if let after {
            for entry in snapshot.entries(after: after) {
                if isFull() { break }
                take(entry)
            }
            if sequences.count == most { page.nextAfter = sequences.last ?? min(after, snapshot.lastSequence) }
            page.isTruncated = snapshot.droppedCount > 0 && after < snapshot.firstLiveSequence - 1
        } else {
            for entry in snapshot.newestFirst {
                if isFull() { break }
                take(entry)
            }
        }
        if selectsAll { page.total = snapshot.count }
        page.entries = JournalEntries(sequences, of: snapshot)
        return page
    }
}

/// The result of a query.
package struct JournalPage: Sendable {
    /// The listed entries.
    package var entries: JournalEntries
    /// The number of selected entries before `limit` and `since` apply; with `after` and a filter, of those behind it.
    package var total = 0
    /// How many entries were dropped to make room since the last reset.
    package var dropped: Int
    /// The value of `after` for the next query.
    package var nextAfter: UInt64
    /// Whether entries behind `after` were dropped before they were listed.
    package var isTruncated = false
    /// Whether the journal is off.
    package var isDisabled: Bool
}
