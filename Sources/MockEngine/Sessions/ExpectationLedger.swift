package import StubModel
internal import Synchronization

/// What has to be known for the expectations of a session: how often stubs with one have answered, and the order of the others that are
/// named. Does not depend on the journal, which may drop entries.
final class ExpectationLedger: Sendable {
    private struct State: Sendable {
        var counts: [UniqueID: Int] = [:]
        /// How many of the expected names have come, one after the other; others and repetitions in between do not matter.
        var reached = 0
        /// The expected names that have come at all.
        var seen: Set<String> = []
    }

    private let state = Mutex(State())
    private let expectedOrder: [String]

    /// - Parameter expectedOrder: names of stubs in the order in which they are to answer; empty for none.
    init(expectedOrder: [String]) { self.expectedOrder = expectedOrder }

    /// The stub has been chosen. Costs nothing for stubs that nobody expects anything of.
    @inline(__always)
    func note(_ stub: CompiledStub) {
        if stub.mapping.expectation != nil || !expectedOrder.isEmpty { noteExpected(stub) }
    }

    private func noteExpected(_ stub: CompiledStub) {
        state.withLock { state in
            if stub.mapping.expectation != nil { state.counts[stub.id, default: 0] += 1 }
            guard let name = stub.mapping.name, expectedOrder.contains(name) else { return }
            state.seen.insert(name)
            if state.reached < expectedOrder.count, expectedOrder[state.reached] == name { state.reached += 1 }
        }
    }

    /// - Parameters:
    ///   - stubs: those of the session.
    ///   - ownsFixtures: whether a fixture that never answered is judged: not in a session that merely inherits it.
    func judge(_ stubs: [CompiledStub], ownsFixtures: Bool) -> [ExpectationVerdict] {
        let state = state.withLock { $0 }
        var verdicts = stubs.reversed().compactMap { stub -> ExpectationVerdict? in
            guard let expectation = stub.mapping.expectation else { return nil }
            let count = state.counts[stub.id] ?? 0
            if count == 0, !ownsFixtures, stub.mapping.origin != .interface { return nil }
            let name = stub.mapping.name ?? stub.id.description
            let isMet = expectation.range.contains(count)
            let answered = count == 0 ? "it never did" : count == 1 ? "it did once" : "it did \(count) times"
            return ExpectationVerdict(
                subject: name, stub: stub.id, count: count, isMet: isMet,
                sentence: "\"\(name)\" was expected to answer \(expectation.text)\(isMet ? "." : ", and \(answered).")")
        }
        if !expectedOrder.isEmpty { verdicts.append(judgeOrder(state)) }
        return verdicts
    }

    private func judgeOrder(_ state: State) -> ExpectationVerdict {
        let subject = expectedOrder.map { "\"\($0)\"" }.joined(separator: ", then ")
        guard state.reached < expectedOrder.count else {
            return ExpectationVerdict(subject: "expectInOrder", isMet: true, sentence: "The order was \(subject).")
        }
        let missing = expectedOrder[state.reached]
        let reason =
            state.seen.contains(missing) && state.reached > 0
            ? "\"\(missing)\" did not answer after \"\(expectedOrder[state.reached - 1])\"" : "\"\(missing)\" never answered"
        return ExpectationVerdict(
            subject: "expectInOrder", isMet: false, sentence: "The order was expected to be \(subject), and \(reason).")
    }
}

/// What became of one expectation.
package struct ExpectationVerdict: Sendable, Equatable {
    /// The stub's name, or its id; `expectInOrder` for the order.
    package var subject: String
    /// Nil for the order.
    package var stub: UniqueID?
    /// How often the stub has answered.
    package var count = 0
    package var isMet: Bool
    /// For people.
    package var sentence: String
}
