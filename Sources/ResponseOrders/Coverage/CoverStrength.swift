/// Which orders an exploration tries.
package enum CoverStrength: String, Sendable, CaseIterable {
    /// Every order of every two responses: the order of arrival and its reverse.
    case pairs
    /// Every order of every three responses.
    case triples
    /// Every order of every four responses.
    case quadruples
    /// Random orders.
    case random

    /// Up to how many responses choices of four are counted: there are 863,040 of them.
    private static let mostOfQuadruples = 32

    /// How many responses a covered choice has, out of that many. For random orders, what the report counts. With more than 32 responses,
    /// quadruples cover triples.
    package func strength(of count: Int) -> Int {
        switch self {
        case .pairs: min(2, count)
        case .triples, .random: min(3, count)
        case .quadruples: min(count > Self.mostOfQuadruples ? 3 : 4, count)
        }
    }
}
