package import StubModel
internal import Synchronization

/// Counts for the expectations of a session: how often the stubs with an expectation were used, and the order of the stubs named in
/// `expectInOrder`. Independent of the journal, which may drop entries.
final class ExpectationLedger: Sendable {
    private struct State: Sendable {
        var counts: [UniqueID: Int] = [:]
        /// How many of the expected names have come in order; others and repetitions in between do not matter.
        var reached = 0
        /// The expected names that have come at all.
        var seen: Set<String> = []
    }

    private let state = Mutex(State())
    private let expectedOrder: [String]

    /// - Parameter expectedOrder: names of stubs in the expected order; empty for none.
    init(expectedOrder: [String]) { self.expectedOrder = expectedOrder }

    /// Counts a use of the stub. Costs nothing for stubs without an expectation.
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

    /// Judges all expectations.
    /// - Parameters:
    ///   - stubs: the session's stubs.
    ///   - ownsFixtures: whether an unused fixture is judged: not in a session that only inherits it.
    func judge(_ stubs: [CompiledStub], ownsFixtures: Bool) -> [ExpectationVerdict] {
        let state = state.withLock { $0 }
        var verdicts = stubs.reversed().compactMap { stub -> ExpectationVerdict? in
            guard let expectation = stub.mapping.expectation else { return nil }
            let count = state.counts[stub.id] ?? 0
            if count == 0, !ownsFixtures, stub.mapping.origin != .interface { return nil }
            let name = stub.mapping.name ?? stub.id.description
            let label = stub.mapping.name.map { "the stub \"\($0)\"" } ?? stub.mapping.label
            let isMet = expectation.range.contains(count)
            let subject = label.prefix(1).uppercased() + label.dropFirst()
            let uses = count == 0 ? "never responded" : count == 1 ? "responded once" : "responded \(count) times"
            return ExpectationVerdict(
                subject: name, stub: stub.id, count: count, isMet: isMet,
                sentence: "\(subject) was expected \(expectation.sentence)\(isMet ? "." : ", and \(uses).")")
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
            ? "\"\(missing)\" did not respond after \"\(expectedOrder[state.reached - 1])\"" : "\"\(missing)\" never responded"
        return ExpectationVerdict(
            subject: "expectInOrder", isMet: false, sentence: "The order was expected to be \(subject), and \(reason).")
    }
}

extension StubExpectation {
    /// What the stub is expected to do.
    fileprivate var sentence: String { range == 0...0 ? "never to respond" : "to respond \(text)" }
}

/// The result of one expectation.
package struct ExpectationVerdict: Sendable, Equatable {
    /// The stub's name, or its id; `expectInOrder` for the order.
    package var subject: String
    /// Nil for the order.
    package var stub: UniqueID?
    /// How often the stub was used.
    package var count = 0
    /// Whether the expectation is met.
    package var isMet: Bool
    /// The result as a sentence.
    package var sentence: String
}
