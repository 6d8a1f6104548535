internal import HTTPMessage

/// Checks in the journal whether requests came in a given order.
package struct RequestOrder: Sendable {
    /// The entries that meet the conditions in sequence, up to the first condition that none meets.
    package let found: [JournalEntry]
    private let count: Int
    /// An entry that meets the first unmet condition, but came too early.
    private let early: JournalEntry?
    private let isComplete: Bool

    /// Searches the journal once.
    /// - Parameters:
    ///   - conditions: each must be met by a later entry than the condition before it.
    ///   - now: which dates relative to now are compared with.
    ///   - budget: of the call.
    /// - Throws: if a limit stopped the comparison.
    package init(
        _ conditions: [JournalCondition], in journal: Journal, at now: Timestamp, within budget: ComparisonBudget
    ) throws(ComparisonStop) {
        let snapshot = journal.snapshot()
        var found: [JournalEntry] = []
        var isDecided = true
        for entry in snapshot.oldestFirst where found.count < conditions.count {
            switch try conditions[found.count].verdict(on: entry, at: now, within: budget) {
            case .matches: found.append(entry)
            case .undecided: isDecided = false
            case .differs: break
            }
        }
        if found.count < conditions.count {
            let missing = conditions[found.count]
            let sequences = Set(found.map(\.sequence))
            var early: JournalEntry?
            for entry in snapshot.oldestFirst where early == nil && !sequences.contains(entry.sequence) {
                if try missing.verdict(on: entry, at: now, within: budget) == .matches { early = entry }
            }
            self.early = early
        } else {
            early = nil
        }
        self.found = found
        count = conditions.count
        isComplete = isDecided && snapshot.droppedCount == 0
    }

    /// Whether all conditions are met in order.
    package var isMet: Bool { found.count == count }

    /// Why a negative result may be wrong; nil if the result is reliable.
    package var refusal: String? {
        if isMet || isComplete { return nil }
        return
            "Entries were dropped from the request journal, or have bodies too long to keep or not received. Reset the journal before the part"
            + " to verify, or raise journal.maximumBytes or journal.maximumBodyBytes."
    }

    /// The result as a sentence.
    package var sentence: String {
        func name(_ entry: JournalEntry) -> String { "\(entry.request.method) \(entry.request.target)" }
        let seen = found.map(name).joined(separator: ", then ")
        if isMet { return "They came in this order: \(seen)." }
        let place = "Pattern \(found.count + 1) of \(count)"
        if let early { return "\(place) was met by \(name(early)), but only before \(found.last.map(name) ?? "the others")." }
        return "\(place) was met by no request" + (found.isEmpty ? "." : " after \(seen).")
    }
}
