public import HTTPMessage

/// What the engine is given of the world around it. All parts may be called from any thread.
public struct EngineEnvironment: Sendable {
    public var clock: any EngineClock
    /// All chance comes from it: the same seed and the same order of requests give the same run.
    public var seed: UInt64
    /// Multiplies every scripted delay.
    public var latencyScale = 1.0
    public var journal = JournalSettings()
    /// The matchers that stubs may name; they look at the same clock.
    public var matchers = MatcherRegistry.builtIn
    /// The S3 listener's base URL as the client reaches it, without a slash at the end; nil when there is none.
    public var s3BaseURL: @Sendable (Request) -> String? = { _ in nil }
    /// Asks other servers, for proxying and webhooks; without one, both say that it is missing.
    public var upstream: (any UpstreamClient)?
    public var proxying = ProxySettings()
    /// Is told what was proxied.
    public var proxyObserver: (any ProxyObserver)?
    /// What holds for all answers.
    public var rendering = RenderEnvironment()

    public init(clock: any EngineClock, seed: UInt64 = 0) {
        self.clock = clock
        matchers.clock = clock
        self.seed = seed
    }
}
