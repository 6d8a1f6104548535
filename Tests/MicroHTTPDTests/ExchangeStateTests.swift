import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct ExchangeStateTests {
    private typealias Step = (name: String, run: @Sendable (inout ExchangeState) -> Bool)
    private static let steps: [Step] = [
        ("begin", { $0.begin() }), ("receivedAll", { $0.receivedAll() }), ("suspend", { $0.suspend() }), ("resume", { $0.resume() }),
        ("queue", { $0.queue() }), ("stream", { $0.stream() }), ("complete", { $0.complete() }), ("close", { $0.close() }),
    ]

    private func after(_ names: String...) -> ExchangeState {
        var state = ExchangeState()
        for name in names {
            let isTaken = Self.steps.first { $0.name == name }!.run(&state)
            #expect(isTaken, "\(name)")
        }
        return state
    }

    @Test func aPlainExchangeComesBackToIdle() {
        #expect(after("begin", "receivedAll", "queue", "complete").phase == .idle)
    }

    @Test func aDelayedAndStreamedOneDoesToo() {
        #expect(
            after("begin", "receivedAll", "suspend", "resume", "queue", "stream", "suspend", "resume", "stream", "complete").phase == .idle)
    }

    @Test func resumingLeadsBackToWhereItWasSuspended() {
        #expect(after("begin", "suspend", "resume").phase == .receiving)
        #expect(after("begin", "receivedAll", "suspend", "resume").phase == .deciding)
        #expect(after("begin", "receivedAll", "queue", "stream", "suspend", "resume").phase == .streaming)
    }

    @Test func aRefusalComesBeforeTheBody() {
        #expect(after("begin", "queue", "complete").phase == .idle)
    }

    @Test func whatIsNotInThePictureIsRefused() {
        let legal: [ExchangeState.Phase: Set<String>] = [
            .idle: ["begin", "close"],
            .receiving: ["receivedAll", "suspend", "queue", "complete", "close"],
            .deciding: ["suspend", "queue", "complete", "close"],
            .suspended: ["resume", "complete", "close"],
            .queued: ["stream", "complete", "close"],
            .streaming: ["stream", "suspend", "complete", "close"],
            .closed: [],
        ]
        let states: [ExchangeState] = [
            after(), after("begin"), after("begin", "receivedAll"), after("begin", "suspend"), after("begin", "queue"),
            after("begin", "queue", "stream"), after("close"),
        ]
        #expect(Set(states.map(\.phase)) == Set(ExchangeState.Phase.allCases))
        for state in states {
            for step in Self.steps {
                var next = state
                let isTaken = step.run(&next)
                #expect(isTaken == legal[state.phase]!.contains(step.name), "\(step.name) in \(state.phase)")
                if !isTaken { #expect(next == state) }
            }
        }
    }

    @Test func itFitsIntoTwoBytes() {
        for state in [after(), after("begin", "receivedAll", "suspend"), after("begin", "queue", "stream", "suspend"), after("close")] {
            #expect(ExchangeState(bits: state.bits) == state)
        }
    }
}
