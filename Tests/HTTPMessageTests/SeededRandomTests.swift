import HTTPMessage
import Testing

@Suite struct SeededRandomTests {
    /// The first outputs of xoshiro256** with SplitMix64(0) as its state, as in the authors' C code.
    @Test func isTheWellKnownGenerator() {
        var random = SeededRandom(seed: 0)
        #expect((0..<3).map { _ in random.next() } == [0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0])
    }

    @Test func gaussianHasMeanZeroAndDeviationOne() {
        var random = SeededRandom(seed: 5)
        let values = (0..<10_000).map { _ in random.gaussian() }
        let mean = values.reduce(0, +) / 10_000
        let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 10_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
    }
}
