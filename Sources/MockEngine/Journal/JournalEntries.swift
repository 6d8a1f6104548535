/// Entries of a snapshot, each read when it is accessed: a long list uses no more memory than one entry. Random access.
package struct JournalEntries: RandomAccessCollection, Sendable {
    private let snapshot: JournalSnapshot
    private let sequences: [UInt64]

    /// - Parameter sequences: numbers of entries in the snapshot, in list order.
    init(_ sequences: [UInt64], of snapshot: JournalSnapshot) {
        self.sequences = sequences
        self.snapshot = snapshot
    }

    /// Always 0.
    package var startIndex: Int { 0 }
    /// The number of entries.
    package var endIndex: Int { sequences.count }
    /// Reads the entry at an index.
    package subscript(index: Int) -> JournalEntry { snapshot.entry(sequence: sequences[index]) }
}
