public import HTTPMessage

/// What the engine is given of the world around it, and what all its sessions share. All parts may be called from any thread.
public struct EngineEnvironment: Sendable {
    public var journal = JournalSettings()
    /// The matchers that stubs may name.
    public var matchers = MatcherRegistry.builtIn
    /// The S3 listener's base URL as the client reaches it, without a slash at the end; nil when there is none.
    public var s3BaseURL: @Sendable (Request) -> String? = { _ in nil }
    /// Asks other servers, for proxying and webhooks; without one, both say that it is missing.
    public var upstream: (any UpstreamClient)?
    public var proxying = ProxySettings()
    /// What holds for all responses.
    public var rendering = RenderEnvironment()
    /// What is done to responses on their way out.
    public var filters = ResponseFilters()
    /// What answers when no stub does; nil for nothing.
    public var contents: (any ContentSource)?
    /// Is told what becomes of requests.
    public var observer: (any ExchangeObserver)?
    /// How many sessions there may be beside the server's own.
    public var maximumSessions = 10_000
    /// Whether a request that names no session is refused, in place of being the server's own session's.
    public var answersSessionsOnly = false
    /// How many responses a session may hold at a time; what comes then is a 503.
    public var heldResponseLimit = 20_000
    /// Runs what may take a millisecond. Without it all is done on the thread that asks.
    public var work: (any WorkQueue)?

    public init() {}
}
