import Testing

@testable import UnderstudyService

struct FinishPatienceTests {
    private let start = ContinuousClock.now

    /// Whether it goes on waiting after that time, in milliseconds.
    private func lasts(_ patience: inout FinishPatience, _ time: Int, progress: Int, takesMore: Bool) -> Bool {
        patience.lasts(at: start + .milliseconds(time), progress: progress, takesMore: takesMore)
    }

    @Test func aStreamThatTakesNothingEndsItSoon() {
        var patience = FinishPatience(at: start, progress: 7)
        #expect(lasts(&patience, 0, progress: 7, takesMore: false))
        #expect(lasts(&patience, 49, progress: 7, takesMore: false))
        #expect(!lasts(&patience, 50, progress: 7, takesMore: false))
    }

    @Test func aStreamThatTakesLinesEndsItAfterASecond() {
        var patience = FinishPatience(at: start, progress: 0)
        for number in 0..<25 { #expect(lasts(&patience, number * 40, progress: number, takesMore: false)) }
        #expect(!lasts(&patience, 1000, progress: 25, takesMore: false))
    }

    /// On a busy machine the thread that writes may get no processor for so long.
    @Test func aStreamThatWouldTakeALineIsWaitedFor() {
        var patience = FinishPatience(at: start, progress: 0)
        #expect(lasts(&patience, 60, progress: 0, takesMore: true))
        #expect(lasts(&patience, 900, progress: 0, takesMore: true))
        #expect(!lasts(&patience, 1000, progress: 0, takesMore: true))
    }
}
