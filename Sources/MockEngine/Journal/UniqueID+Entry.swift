internal import HTTPMessage
package import StubModel

extension JournalSegment {
    /// The id of an entry: the one that a template showed, or the one that its sequence number gives it.
    func id(at place: Int, seed: UInt64) -> UniqueID {
        slots[place].details?.details.id ?? UniqueID.entry(seed: seed, sequence: firstSequence + UInt64(place))
    }
}

extension UniqueID {
    /// Names a journal entry: made of the session's seed and the entry's sequence number, so that the same run gives the same
    /// names, and none has to be stored.
    package static func entry(seed: UInt64, sequence: UInt64) -> UniqueID {
        var generator = SplitMix64(seed: seed ^ sequence &* 0xD1B5_4A32_D192_ED03)
        return .random(using: &generator)
    }
}
