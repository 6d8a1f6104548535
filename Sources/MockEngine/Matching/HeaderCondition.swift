internal import HTTPMessage

/// A condition on a header field of the request.
///
/// Stubs that WireMock recorded, or that were written from its journal, have Jetty's spelling of Content-Type (`JettySpelling`). So a
/// condition on this field is also met if Jetty's spelling of the value meets it. A matcher that denies something (`ValueMatcher.denies`)
/// sees only what was received: otherwise `{"doesNotContain": "utf-8"}` would be met by `charset=utf-8`, as `UTF-8` does not contain it.
struct HeaderCondition: Sendable {
    let name: String
    let matcher: MultiValueMatcher
    /// Whether Jetty's spelling of the value may meet the condition.
    private let knowsJetty: Bool

    init(_ name: String, _ matcher: MultiValueMatcher) {
        self.name = name
        self.matcher = matcher
        knowsJetty = ASCII.equalsIgnoringCase(name, "Content-Type") && !matcher.denies
    }

    func isMet(by facts: RequestFacts) -> Bool {
        if matcher.matches(facts.header(name)) { return true }
        guard knowsJetty, let values = facts.jettyContentTypes else { return false }
        return matcher.matches(values)
    }

    /// The distance of the nearest spelling: 0 for a match, at most 1.
    func distance(_ facts: RequestFacts) -> Double {
        let distance = matcher.distance(facts.header(name))
        guard distance > 0, knowsJetty, let values = facts.jettyContentTypes else { return distance }
        return min(distance, matcher.distance(values))
    }
}
