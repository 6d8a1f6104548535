package import HTTPMessage

/// What the engine is given of the world around it, and what all its sessions share. All parts may be called from any thread.
package struct EngineEnvironment: Sendable {
    package var journal = JournalSettings()
    /// The matchers that stubs may name.
    package var matchers = MatcherRegistry.builtIn
    /// The S3 listener's base URL as the client reaches it, without a slash at the end; nil when there is none.
    package var s3BaseURL: @Sendable (Request) -> String? = { _ in nil }
    /// Asks other servers, for proxying and webhooks; without one, both say that it is missing.
    package var upstream: (any UpstreamClient)?
    package var proxying = ProxySettings()
    /// What holds for all responses.
    package var rendering = RenderEnvironment()
    /// What is done to responses on their way out.
    package var filters = ResponseFilters()
    /// What answers when no stub does; nil for nothing.
    package var contents: (any ContentSource)?
    /// Is told what becomes of requests.
    package var observer: (any ExchangeObserver)?
    /// How many sessions there may be beside the server's own.
    package var maximumSessions = 10_000
    /// Whether a request that names no session is refused, in place of being the server's own session's.
    package var answersSessionsOnly = false
    /// How many responses a session may hold at a time; what comes then is a 503.
    package var heldResponseLimit = 20_000
    /// Runs what may take a millisecond. Without it all is done on the thread that asks.
    package var work: (any WorkQueue)?

    package init() {}
}
