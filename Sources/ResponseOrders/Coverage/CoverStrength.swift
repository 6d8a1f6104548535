/// Which orders an exploration tries.
package enum CoverStrength: String, Sendable, CaseIterable {
    /// Every order of every two responses: the order of arrival and its reverse.
    case pairs
    /// Every order of every three.
    case triples
    /// Every order of every four.
    case quadruples
    /// Orders at random.
    case random

    /// The most responses whose choices of four are counted: there are 863,040 of them.
    private static let mostOfQuadruples = 32

    /// How many of so many responses a covered choice has. For orders at random this is what the report counts. Of more than 32 responses
    /// quadruples cover every three.
    package func strength(of count: Int) -> Int {
        switch self {
        case .pairs: min(2, count)
        case .triples, .random: min(3, count)
        case .quadruples: min(count > Self.mostOfQuadruples ? 3 : 4, count)
        }
    }
}
