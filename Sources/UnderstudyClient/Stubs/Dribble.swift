/// A body in equal parts, each after an equal share of the time.
public struct Dribble: Hashable, Sendable, Codable {
    /// How many parts.
    public var numberOfChunks: Int
    /// Milliseconds altogether.
    public var totalDuration: Int

    /// So many parts over so many milliseconds.
    public init(numberOfChunks: Int, totalDuration: Int) {
        self.numberOfChunks = numberOfChunks
        self.totalDuration = totalDuration
    }
}
