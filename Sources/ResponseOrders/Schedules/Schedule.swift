/// The order in which the responses of a run are released, as users write it: `arrival`, `reverse`, or a full order.
package enum Schedule: Sendable, Hashable, CustomStringConvertible {
    /// The order in which the requests arrive.
    case arrival
    /// Each time the newest held request.
    case reverse
    /// One order of all responses: `o1.5.5-1-3-2-4`.
    case order(FullOrder)

    /// Parses the form of `description`.
    /// - Throws: `ScheduleError` with the place of the mistake.
    package init(_ text: String) throws(ScheduleError) {
        switch text {
        case "arrival": self = .arrival
        case "reverse": self = .reverse
        default:
            guard text.utf8.first == UInt8(ascii: "o"), text.utf8.dropFirst().first.map({ (0x30...0x39).contains($0) }) == true else {
                throw ScheduleError(
                    text, at: 0, "this is not a schedule",
                    repair: #"Write "arrival", "reverse", or an order such as "o1.5.5-1-3-2-4"."#)
            }
            self = .order(try FullOrder(text))
        }
    }

    package var description: String {
        switch self {
        case .arrival: "arrival"
        case .reverse: "reverse"
        case .order(let order): order.description
        }
    }
}
