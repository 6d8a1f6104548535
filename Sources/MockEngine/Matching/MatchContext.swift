/// What matchers need besides the value: limits and the time.
package struct MatchContext: Sendable {
    /// What matching one request may take.
    package let limits: MatchingLimits
    /// What `now` means: the moment at which the request arrived. Nil if there is none; then no comparison with `now` matches.
    package let now: Timestamp?

    package init(limits: MatchingLimits = .standard, now: Timestamp? = nil) {
        self.limits = limits
        self.now = now
    }

    /// Standard limits, and no time.
    package static let standard = MatchContext()
}
