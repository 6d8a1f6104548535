internal import HTTPMessage

/// Whether requests came in a given order, by the journal.
package struct RequestOrder: Sendable {
    /// The entries that meet the conditions, one after the other, up to the first condition that none meets.
    package let found: [JournalEntry]
    private let count: Int
    /// An entry that meets the first condition without one, but came too early. None of those found.
    private let early: JournalEntry?
    private let isComplete: Bool

    /// - Parameters:
    ///   - conditions: each to be met by an entry behind the one that met the condition before it.
    ///   - now: which dates relative to now are compared with.
    package init(_ conditions: [JournalCondition], in journal: Journal, at now: Timestamp) {
        let snapshot = journal.snapshot()
        var found: [JournalEntry] = []
        var isDecided = true
        for entry in snapshot.oldestFirst where found.count < conditions.count {
            switch conditions[found.count].verdict(on: entry, at: now) {
            case .matches: found.append(entry)
            case .undecided: isDecided = false
            case .differs: break
            }
        }
        if found.count < conditions.count {
            let missing = conditions[found.count]
            let sequences = Set(found.map(\.sequence))
            early = snapshot.oldestFirst.first { !sequences.contains($0.sequence) && missing.verdict(on: $0, at: now) == .matches }
        } else {
            early = nil
        }
        self.found = found
        count = conditions.count
        isComplete = isDecided && snapshot.droppedCount == 0
    }

    package var isMet: Bool { found.count == count }

    /// Why a "no" may be false; nil when the result can be trusted.
    package var refusal: String? {
        if isMet || isComplete { return nil }
        return
            "Entries were dropped from the request journal, or have bodies too long to keep. Reset the journal before the part to verify, or"
            + " raise journal.maximumBytes or journal.maximumBodyBytes."
    }

    /// For people.
    package var sentence: String {
        func name(_ entry: JournalEntry) -> String { "\(entry.request.method) \(entry.request.target)" }
        let seen = found.map(name).joined(separator: ", then ")
        if isMet { return "They came in this order: \(seen)." }
        let place = "Pattern \(found.count + 1) of \(count)"
        if let early { return "\(place) was met by \(name(early)), but only before \(found.last.map(name) ?? "the others")." }
        return "\(place) was met by no request" + (found.isEmpty ? "." : " after \(seen).")
    }
}
