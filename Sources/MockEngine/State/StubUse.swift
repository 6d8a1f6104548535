/// Which stubs were used since the journal was last emptied: one bit for each, by its rank in the session.
struct StubUse: Sendable {
    private var fixtures: [UInt64] = []
    private var others: [UInt64] = []

    /// Marks the stub as used.
    @inline(__always)
    mutating func note(_ rank: UInt64) {
        if rank < SessionChanges.firstRank {
            Self.set(rank, in: &fixtures)
        } else {
            Self.set(rank - SessionChanges.firstRank, in: &others)
        }
    }

    func contains(_ rank: UInt64) -> Bool {
        let (bits, index) = rank < SessionChanges.firstRank ? (fixtures, rank) : (others, rank - SessionChanges.firstRank)
        let word = Int(index / 64)
        return word < bits.count && bits[word] >> (index % 64) & 1 == 1
    }

    mutating func forget(_ rank: UInt64) {
        if rank < SessionChanges.firstRank {
            Self.clear(rank, in: &fixtures)
        } else {
            Self.clear(rank - SessionChanges.firstRank, in: &others)
        }
    }

    /// Clears the marks of fixtures, which get new ranks at a reload.
    mutating func forgetFixtures() { fixtures = [] }

    @inline(__always)
    private static func set(_ index: UInt64, in bits: inout [UInt64]) {
        let word = Int(index / 64)
        while bits.count <= word { bits.append(0) }
        bits[word] |= 1 << (index % 64)
    }

    private static func clear(_ index: UInt64, in bits: inout [UInt64]) {
        let word = Int(index / 64)
        if word < bits.count { bits[word] &= ~(1 << (index % 64)) }
    }
}
