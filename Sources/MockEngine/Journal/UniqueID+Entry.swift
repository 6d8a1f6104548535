internal import HTTPMessage
package import StubModel

extension JournalSegment {
    /// The id of an entry: the one that a template showed, or the one that follows from its sequence number.
    func id(at place: Int, seed: UInt64) -> UniqueID {
        slots[place].details?.details.id ?? UniqueID.entry(seed: seed, sequence: firstSequence + UInt64(place))
    }
}

extension UniqueID {
    /// The id of a journal entry. It follows from the session's seed and the entry's sequence number, so that the same run gives the same
    /// ids and none has to be stored.
    package static func entry(seed: UInt64, sequence: UInt64) -> UniqueID {
        var generator = SplitMix64(seed: seed ^ sequence &* 0xD1B5_4A32_D192_ED03)
        return .random(using: &generator)
    }
}
