/// Entries of a snapshot, each read when it is asked for: a long list takes no more memory than the entry that is looked at.
package struct JournalEntries: RandomAccessCollection, Sendable {
    private let snapshot: JournalSnapshot
    private let sequences: [UInt64]

    /// - Parameter sequences: of entries that are in the snapshot, in the order of the list.
    init(_ sequences: [UInt64], of snapshot: JournalSnapshot) {
        self.sequences = sequences
        self.snapshot = snapshot
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { sequences.count }
    package subscript(index: Int) -> JournalEntry { snapshot.entry(sequence: sequences[index]) }
}
