import HTTPMessage
import Testing

@testable import MockEngine

@Suite struct RandomSourceTests {
    @Test func sameSeedSameNumbers() {
        let (one, other) = (RandomSource(seed: 9), RandomSource(seed: 9))
        let first = one.draw { $0.next() }
        #expect(first == other.draw { $0.next() })
        _ = one.draw { $0.next() }
        one.restart()
        #expect(one.draw { $0.next() } == first)
    }
}
