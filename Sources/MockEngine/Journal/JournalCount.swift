/// How many requests met a condition, and whether that number can be trusted.
package struct JournalCount: Sendable, Equatable {
    /// What one entry says to a condition.
    package enum Verdict: Sendable {
        case matches, differs
        /// Everything but the body meets it, and the body was too long to keep.
        case undecided
    }

    package var count: Int
    /// Entries that made room for others: any of them may have met the condition.
    package var dropped: Int
    package var undecided: Int
    package var isDisabled: Bool

    /// False when the true number may be higher.
    package var isComplete: Bool { dropped == 0 && undecided == 0 }

    /// A zero that may be false must not pass a verification: the reason to refuse, or nil.
    package var refusal: String? {
        guard count == 0, !isComplete else { return nil }
        var reasons: [String] = []
        if dropped > 0 {
            reasons.append("\(dropped) older \(dropped == 1 ? "entry was" : "entries were") dropped from the request journal")
        }
        if undecided > 0 {
            let those = undecided == 1 ? "1 entry has a body" : "\(undecided) entries have bodies"
            reasons.append("\(those) too long to keep")
        }
        return "counting requests — no kept request matches, but this zero may be false: \(reasons.joined(separator: ", and "))."
            + " Reset the journal before the part to verify, or raise journal.maximumBytes, --max-request-journal-entries or"
            + " journal.maximumBodyBytes."
    }
}

extension Journal {
    /// Counts the entries that meet a condition.
    package func count(_ verdict: (JournalEntry) -> JournalCount.Verdict) -> JournalCount {
        find(verdict).count
    }

    /// The entries that meet a condition, oldest first, and their number with its caveats.
    package func find(_ verdict: (JournalEntry) -> JournalCount.Verdict) -> (entries: JournalEntries, count: JournalCount) {
        let snapshot = snapshot()
        var count = JournalCount(
            count: 0, dropped: snapshot.droppedCount, undecided: 0, isDisabled: !settings.isEnabled)
        var sequences: [UInt64] = []
        for event in snapshot.oldestFirst {
            switch verdict(event) {
            case .matches: sequences.append(event.sequence)
            case .undecided: count.undecided += 1
            case .differs: break
            }
        }
        count.count = sequences.count
        return (JournalEntries(sequences, of: snapshot), count)
    }
}
