/// What matchers know of the world beside the value under test: what they may take, and what time it is.
package struct MatchContext: Sendable {
    package let limits: MatchingLimits
    /// What `now` is: the moment at which the request arrived. Nil where there is none; then nothing compares with it.
    package let now: Timestamp?

    package init(limits: MatchingLimits = .standard, now: Timestamp? = nil) {
        self.limits = limits
        self.now = now
    }

    package static let standard = MatchContext()
}
