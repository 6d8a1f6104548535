/// How many requests met a condition, and whether the number is reliable.
package struct JournalCount: Sendable, Equatable {
    /// The result of comparing one entry.
    package enum Verdict: Sendable {
        case matches, differs
        /// All conditions but those on the body are met, and the body was too long to keep or not received whole. Also for what an upload form
        /// says, if that was not read either.
        case undecided
    }

    /// How many kept entries met the condition.
    package var count: Int
    /// How many entries were dropped to make room; any of them may have met the condition.
    package var dropped: Int
    var undecided: Int
    /// Whether the journal is off.
    package var isDisabled: Bool

    /// False if the true number may be higher.
    package var isComplete: Bool { dropped == 0 && undecided == 0 }

    /// The reason to refuse a verification because a count of zero may be wrong; nil if the count is reliable or not zero.
    package var refusal: String? {
        guard count == 0, !isComplete else { return nil }
        var reasons: [String] = []
        if dropped > 0 {
            reasons.append("\(dropped) older \(dropped == 1 ? "entry was" : "entries were") dropped from the request journal")
        }
        if undecided > 0 {
            let those = undecided == 1 ? "1 entry has a body" : "\(undecided) entries have bodies"
            reasons.append("\(those) too long to keep or not received")
        }
        return "counting requests — no kept request matches, but this zero may be false: \(reasons.joined(separator: ", and "))."
            + " Reset the journal before the part to verify, or raise journal.maximumBytes, --max-request-journal-entries or"
            + " journal.maximumBodyBytes."
    }
}

extension Journal {
    /// Counts the entries that meet a condition.
    package func count<Failure>(_ verdict: (JournalEntry) throws(Failure) -> JournalCount.Verdict) throws(Failure) -> JournalCount {
        try find(verdict).count
    }

    /// The entries that meet a condition, oldest first, and their count.
    package func find<Failure>(
        _ verdict: (JournalEntry) throws(Failure) -> JournalCount.Verdict
    ) throws(Failure) -> (entries: JournalEntries, count: JournalCount) {
        let snapshot = snapshot()
        var count = JournalCount(
            count: 0, dropped: snapshot.droppedCount, undecided: 0, isDisabled: !settings.isEnabled)
        var sequences: [UInt64] = []
        for entry in snapshot.oldestFirst {
            switch try verdict(entry) {
            case .matches: sequences.append(entry.sequence)
            case .undecided: count.undecided += 1
            case .differs: break
            }
        }
        count.count = sequences.count
        return (JournalEntries(sequences, of: snapshot), count)
    }
}
