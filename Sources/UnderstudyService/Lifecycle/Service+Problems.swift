internal import JSONDocument

extension Service {
    /// The lines about problems that keep the service from starting: each of them, and how many there are.
    static func lines(about problems: [Problem]) -> [String] {
        problems.map(\.description) + [problems.count == 1 ? "1 problem" : "\(problems.count) problems"]
    }
}
