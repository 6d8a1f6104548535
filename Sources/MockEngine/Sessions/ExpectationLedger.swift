public import StubModel
internal import Synchronization

/// What has to be known for the expectations of a session: how often stubs with one have answered, and the order of the others that are
/// named. Does not depend on the journal, which may drop entries.
final class ExpectationLedger: Sendable {
    private struct State: Sendable {
        var counts: [UniqueID: Int] = [:]
        /// Names of stubs that have answered, each when it answered first.
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let expectedNames: Set<String>

    init(expectedOrder: [String]) { expectedNames = Set(expectedOrder) }

    /// The stub has been chosen. Costs nothing for stubs that nobody expects anything of.
    @inline(__always)
    func note(_ stub: CompiledStub) {
        if stub.mapping.expectation != nil || !expectedNames.isEmpty { noteExpected(stub) }
    }

    private func noteExpected(_ stub: CompiledStub) {
        state.withLock { state in
            if stub.mapping.expectation != nil { state.counts[stub.id, default: 0] += 1 }
            if let name = stub.mapping.name, expectedNames.contains(name) { state.order.append(name) }
        }
    }

    func reset() { state.withLock { $0 = State() } }

    /// - Parameters:
    ///   - stubs: those of the session.
    ///   - ownsFixtures: whether a fixture that never answered is judged: not in a session that merely inherits it.
    ///   - order: names of stubs in the order in which they were to answer.
    func judge(_ stubs: [CompiledStub], ownsFixtures: Bool, order: [String]) -> [ExpectationVerdict] {
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
        if !order.isEmpty { verdicts.append(Self.judgeOrder(order, state.order)) }
        return verdicts
    }

    /// Whether the first names, one after the other, come in that order; others and repetitions in between do not matter.
    private static func judgeOrder(_ expected: [String], _ seen: [String]) -> ExpectationVerdict {
        let subject = expected.map { "\"\($0)\"" }.joined(separator: ", then ")
        var rest = seen[...]
        for (index, name) in expected.enumerated() {
            if let place = rest.firstIndex(of: name) {
                rest = rest[(place + 1)...]
                continue
            }
            let reason =
                seen.contains(name)
                ? "\"\(name)\" answered before \"\(expected[max(0, index - 1)])\"" : "\"\(name)\" never answered"
            return ExpectationVerdict(
                subject: "expectInOrder", isMet: false, sentence: "The order was expected to be \(subject), and \(reason).")
        }
        return ExpectationVerdict(subject: "expectInOrder", isMet: true, sentence: "The order was \(subject).")
    }
}

/// What became of one expectation.
public struct ExpectationVerdict: Sendable, Equatable {
    /// The stub's name, or its id; `expectInOrder` for the order.
    public var subject: String
    /// Nil for the order.
    public var stub: UniqueID?
    /// How often the stub has answered.
    public var count = 0
    public var isMet: Bool
    /// For people.
    public var sentence: String
}
