/// What matchers know of the world beside the value under test: what they may take, and what time it is.
public struct MatchContext: Sendable {
    public let limits: MatchingLimits
    /// What `now` is: the moment at which the request arrived. Nil where there is none; then nothing compares with it.
    public let now: Timestamp?

    public init(limits: MatchingLimits = .standard, now: Timestamp? = nil) {
        self.limits = limits
        self.now = now
    }

    public static let standard = MatchContext()
}
