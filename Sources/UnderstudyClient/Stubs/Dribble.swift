/// A body in equal parts, each after an equal share of the time.
public struct Dribble: Hashable, Sendable, Codable {
    /// How many parts the body has.
    public var numberOfChunks: Int
    /// How long all parts take together, in milliseconds of the session's clock.
    public var totalDuration: Int

    /// A number of parts, and how long all of them take together, in milliseconds.
    public init(numberOfChunks: Int, totalDuration: Int) {
        self.numberOfChunks = numberOfChunks
        self.totalDuration = totalDuration
    }
}
