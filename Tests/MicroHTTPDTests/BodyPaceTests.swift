import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct BodyPaceTests {
    @Test func aWindowWithTooFewBytesIsTooSlow() {
        var pace = BodyPace()
        func look(_ bytes: Int, request: Int = 1, paused: Bool = false, at now: Int64) -> Bool {
            pace.isTooSlow(bytes, of: request, isPaused: paused, least: 100, window: 30, now: now)
        }
        #expect(!look(5, at: 1_000))
        #expect(!look(34, at: 1_030))
        #expect(look(35, at: 1_031))
        #expect(!look(105, at: 1_032), "enough, and a new window")
        #expect(!look(110, at: 1_062))
        #expect(!look(110, paused: true, at: 1_100), "the server has stopped reading")
        #expect(!look(110, at: 1_130))
        #expect(look(110, at: 1_131))
        #expect(!look(110, request: 2, at: 1_200), "another request")
        #expect(!look(111, request: 2, at: 1_230))
    }

    @Test func withoutAMinimumNothingIsTooSlow() {
        var pace = BodyPace()
        for now in stride(from: Int64(0), to: 1_000, by: 10) {
            let isTooSlow = pace.isTooSlow(7, of: 1, isPaused: false, least: 0, window: 30, now: now)
            #expect(!isTooSlow)
        }
    }
}
