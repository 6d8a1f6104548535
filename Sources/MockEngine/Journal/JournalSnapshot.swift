internal import HTTPMessage
package import StubModel

/// A snapshot of the journal, readable while requests go on. Cheap to take: it shares the journal's bytes. Any thread.
package struct JournalSnapshot: Sendable {
    /// Oldest first.
    private let segments: [JournalSegment]
    /// Entries below it are gone.
    let firstLiveSequence: UInt64
    private let seed: UInt64
    private let settings: JournalSettings
    /// The number of entries.
    package let count: Int
    /// How many entries were dropped to make room since the last reset.
    let droppedCount: Int
    /// The number of the newest entry ever written; 0 before the first.
    package let lastSequence: UInt64

    init(_ state: borrowing Journal.State, seed: UInt64, _ settings: JournalSettings) {
        segments = Array(state.sealed) + [state.current]
        firstLiveSequence = state.firstSequence
        self.seed = seed
        self.settings = settings
        count = state.liveCount
        droppedCount = state.droppedCount
        lastSequence = state.current.endSequence - 1
    }

    /// The entries, newest first, each read when it is reached.
    package var newestFirst: some Sequence<JournalEntry> {
        segments.lazy.reversed().flatMap { segment in places(of: segment).reversed().map { entry(segment, $0) } }
    }

    /// The entries, oldest first, each read when it is reached.
    package var oldestFirst: some Sequence<JournalEntry> {
        segments.lazy.flatMap { segment in places(of: segment).map { entry(segment, $0) } }
    }

    /// The entries with a higher number, oldest first. Finds the first of them without reading those before it.
    func entries(after sequence: UInt64) -> some Sequence<JournalEntry> {
        segments[segment(of: sequence)...].lazy.flatMap { segment in
            let first = sequence < segment.firstSequence ? 0 : Int(sequence - segment.firstSequence) + 1
            return segment.slots.indices.dropFirst(first).lazy.filter { isLive(segment, $0) }.map { entry(segment, $0) }
        }
    }

    /// The entry with this number, which must be in the snapshot.
    func entry(sequence: UInt64) -> JournalEntry {
        let index = segment(of: sequence)
        return entry(segments[index], Int(sequence - segments[index].firstSequence))
    }

    /// The last segment that begins at or before the number; the first segment if none does.
    private func segment(of sequence: UInt64) -> Int {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].firstSequence <= sequence { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The entry with this id; nil if there never was one or it was dropped.
    package func entry(id: UniqueID) -> JournalEntry? {
        for segment in segments {
            for place in segment.slots.indices where segment.id(at: place, seed: seed) == id {
                return isLive(segment, place) ? entry(segment, place) : nil
            }
        }
        return nil
    }

    private func places(of segment: JournalSegment) -> some BidirectionalCollection<Int> {
        segment.slots.indices.lazy.filter { isLive(segment, $0) }
    }

    private func isLive(_ segment: JournalSegment, _ place: Int) -> Bool {
        segment.firstSequence + UInt64(place) >= firstLiveSequence && !segment.slots[place].isRemoved
    }

    private func entry(_ segment: JournalSegment, _ place: Int) -> JournalEntry {
        JournalEntry(segment, index: place, seed: seed, settings)
    }
}
