/// One order of all responses of a run, written as `o1.COUNT.STEPS` or `o1.COUNT.STEPS.CHECKS`.
///
///     o1.5.5-1-3-2-4
///     o1.3.3:2-1-3.0a91c4-77f0e2-b3310c
///
/// - `o1`: an order, in version 1 of this format.
/// - COUNT: the number of responses, 1…64.
/// - STEPS: the numbers of the responses in the order of their release, each of 1…COUNT once, separated by `-`. `3:2` releases response 2
///   after 3 of the requests have arrived; without `3:`, as soon as request 2 has arrived.
/// - CHECKS: fingerprints of the labels, starting with number 1: 6 to 16 hexadecimal digits each, all of the same length, all different.
///   With them, number 2 is the request whose label has the second fingerprint, whenever it arrives. Without them, number 2 is the second
///   request that arrives.
package struct FullOrder: Sendable, Hashable, CustomStringConvertible {
    /// The most responses of an order.
    package static let maximumCount = 64

    /// One response of the order.
    package struct Step: Sendable, Hashable {
        /// The number of the response, from 1.
        package let number: Int
        /// How many requests must have arrived before the release. Never decreases from step to step.
        package let arrivals: Int
    }

    /// In the order of release.
    package let steps: [Step]
    /// The fingerprints in the order of the numbers, as written; empty when the numbers count arrivals.
    package let checks: [String]

    /// - Parameters:
    ///   - numbers: each of 1…count once.
    ///   - arrivals: for each step how many requests must have arrived before; nil for the least possible.
    ///   - labels: of all numbers, in their order; empty when the numbers count arrivals.
    package init(numbers: [Int], arrivals: [Int]? = nil, labels: [RequestLabel] = []) {
        var reached = 0
        steps = numbers.enumerated().map { index, number in
            reached = max(reached, index + 1, arrivals?[index] ?? 0)
            return Step(number: number, arrivals: reached)
        }
        let fingerprints = labels.map { label in
            let digits = String(label.fingerprint, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let length = (6...16).first { length in Set(fingerprints.map { $0.prefix(length) }).count == labels.count } ?? 16
        checks = fingerprints.map { String($0.prefix(length)) }
    }

    init(steps: [Step], checks: [String]) {
        self.steps = steps
        self.checks = checks
    }

    /// The number of responses.
    package var count: Int { steps.count }

    /// The number of a label; nil when the order does not contain it, or has no fingerprints.
    package func number(of label: RequestLabel) -> Int? {
        guard let length = checks.first?.utf8.count else { return nil }
        let digits = String(label.fingerprint, radix: 16)
        let text = (String(repeating: "0", count: 16 - digits.count) + digits).prefix(length)
        return checks.firstIndex { $0 == text }.map { $0 + 1 }
    }

    package var description: String {
        var reached = 0
        let written = steps.enumerated().map { index, step in
            let implied = max(reached, index + 1)
            reached = step.arrivals
            return step.arrivals == implied ? "\(step.number)" : "\(step.arrivals):\(step.number)"
        }
        let order = "o1.\(count)." + written.joined(separator: "-")
        return checks.isEmpty ? order : order + "." + checks.joined(separator: "-")
    }
}
