/// How long the exit waits for lines to be written.
struct FinishPatience {
    /// How long while the stream takes lines. The writer's thread may have to wait for a processor.
    private static let bound = Duration.seconds(1)
    /// How long while it does not.
    private static let patience = Duration.milliseconds(50)

    private let end: ContinuousClock.Instant
    private var progress: Int
    private var since: ContinuousClock.Instant

    /// - Parameter progress: the number of bytes that the stream has taken.
    init(at now: ContinuousClock.Instant, progress: Int) {
        end = now + Self.bound
        self.progress = progress
        since = now
    }

    /// When to look again.
    var nextLook: ContinuousClock.Instant { min(end, since + Self.patience) }

    /// Whether to go on waiting.
    /// - Parameter takesMore: whether the stream would take a line now.
    mutating func lasts(at now: ContinuousClock.Instant, progress: Int, takesMore: Bool) -> Bool {
        if progress != self.progress || takesMore { (self.progress, since) = (progress, now) }
        return now < nextLook
    }
}
