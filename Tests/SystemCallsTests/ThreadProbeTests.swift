import Testing

@testable import SystemCalls

struct ThreadProbeTests {
    @Test func aThreadThatDoesNotAnswerIsSilent() {
        let probe = ThreadProbe()
        let start = ContinuousClock.now
        var asked = 0
        func look(at seconds: Int) -> Bool {
            probe.isSilent(now: start + .seconds(seconds), patience: .seconds(10)) { asked += 1 }
        }
        #expect(!look(at: 0))
        #expect(!look(at: 9), "it may only be busy")
        #expect(look(at: 10))
        #expect(look(at: 30))
        #expect(asked == 1, "one question waits")
        probe.answer()
        #expect(!look(at: 31))
        #expect(asked == 2)
    }

    /// With a short `WatchdogSec=`.
    @Test func aSecondIsNeverTooLong() {
        let probe = ThreadProbe()
        let start = ContinuousClock.now
        #expect(!probe.isSilent(now: start, patience: .zero) {})
        #expect(!probe.isSilent(now: start + .milliseconds(999), patience: .zero) {})
        #expect(probe.isSilent(now: start + .seconds(1), patience: .zero) {})
    }
}
