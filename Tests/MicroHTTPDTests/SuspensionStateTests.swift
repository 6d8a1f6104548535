import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct SuspensionStateTests {
    @Test func aWakeUpIsForOneSuspensionOnly() {
        var suspension = SuspensionState()
        guard case .suspended(let first) = suspension.enter(forTime: true, mode: .serving) else { return #expect(Bool(false)) }
        let isLeft = suspension.leave(.due, only: first)
        let isLeftAgain = suspension.leave(.ready, only: first)
        let wake = suspension.takeWake()
        #expect(isLeft && !isLeftAgain)
        #expect(wake == .due)
        guard case .suspended(let second) = suspension.enter(forTime: true, mode: .serving) else { return #expect(Bool(false)) }
        #expect(second != first)
        let isLeftByTheFirst = suspension.leave(.due, only: first)
        #expect(!isLeftByTheFirst)
        #expect(suspension.isSuspended)
    }

    @Test func nobodyWaitsForAClientThatLeft() {
        var suspension = SuspensionState()
        suspension.noteClientLeft()
        let entry = suspension.enter(forTime: true, mode: .serving)
        #expect(entry == .notSuspended(.clientLeft))
        #expect(!suspension.isSuspended)
    }

    @Test(
        arguments: [
            (ServerMode.finishing, true, nil), (.hastening, true, .due), (.hastening, false, nil), (.aborting, true, .serverStops),
            (.aborting, false, .serverStops),
        ] as [(ServerMode, Bool, SuspensionState.Wake?)])
    func aStoppingServerDecidesWhatMayWait(mode: ServerMode, forTime: Bool, wake: SuspensionState.Wake?) {
        var suspension = SuspensionState()
        let entry = suspension.enter(forTime: forTime, mode: mode)
        if let wake { #expect(entry == .notSuspended(wake)) } else { #expect(entry == .suspended(generation: 1)) }
        // The same for an exchange that waits already.
        var waiting = SuspensionState()
        _ = waiting.enter(forTime: forTime, mode: .serving)
        let isResumed = waiting.leave(in: mode)
        #expect(isResumed == (wake != nil))
        #expect(waiting.isSuspended == (wake == nil))
        if let wake {
            let reason = waiting.takeWake()
            #expect(reason == wake)
        }
    }
}
