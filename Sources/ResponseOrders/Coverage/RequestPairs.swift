/// What runs have shown of every two requests, by their numbers.
struct RequestPairs: Sendable {
    /// For each request a bit for every other one.
    private var inOneRun: [UInt64]
    private var together: [UInt64]
    private var ahead: [UInt64]

    /// - Parameter count: how many requests there are, at most 64.
    init(_ count: Int) {
        inOneRun = Array(repeating: 0, count: count)
        together = inOneRun
        ahead = inOneRun
    }

    private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number) }

    /// These requests came in the same run.
    mutating func meet(_ numbers: [Int]) {
        let all = numbers.reduce(UInt64(0)) { $0 | Self.bit($1) }
        for number in numbers { inOneRun[number] |= all }
    }

    /// These two were in flight at the same time.
    mutating func overlap(_ one: Int, _ other: Int) {
        together[one] |= Self.bit(other)
        together[other] |= Self.bit(one)
    }

    /// The first one's response was released while the other request was held.
    mutating func lead(_ one: Int, _ other: Int) { ahead[one] |= Self.bit(other) }

    /// Whether both came in some run.
    func met(_ one: Int, _ other: Int) -> Bool { inOneRun[one] & Self.bit(other) != 0 }

    /// Whether both were in flight at the same time in some run.
    func overlapped(_ one: Int, _ other: Int) -> Bool { together[one] & Self.bit(other) != 0 }

    /// Whether each of the two was the first in some run. The other one's client may have left then, so that it has no place in the order.
    func ledBoth(_ one: Int, _ other: Int) -> Bool { ahead[one] & Self.bit(other) != 0 && ahead[other] & Self.bit(one) != 0 }
}
