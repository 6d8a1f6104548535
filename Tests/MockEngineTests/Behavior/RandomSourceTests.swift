import HTTPMessage
import Testing

@testable import MockEngine

@Suite struct RandomSourceTests {
    @Test func sameSeedSameNumbers() {
        let (one, other) = (RandomSource(seed: 9), RandomSource(seed: 9))
        for _ in 0..<3 { #expect(one.draw { $0.next() } == other.draw { $0.next() }) }
    }
}
