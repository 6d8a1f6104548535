public import StubModel

extension JournalSegment {
    /// The id of an entry: the one that a template showed, or the one that its sequence number gives it.
    func id(at place: Int, seed: UInt64) -> UniqueID {
        slots[place].details?.details.id ?? UniqueID.entry(seed: seed, sequence: firstSequence + UInt64(place))
    }
}

extension UniqueID {
    /// Names a journal entry: made of the session's seed and the entry's sequence number, so that the same run gives the same
    /// names, and none has to be stored.
    public static func entry(seed: UInt64, sequence: UInt64) -> UniqueID {
        var generator = SplitMix(state: seed ^ sequence &* 0xD1B5_4A32_D192_ED03)
        return .random(using: &generator)
    }

    /// Steele, Lea and Flood's SplitMix64.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}
