internal import Handlebars
package import HTTPMessage
package import JavaText

/// What the engine gets from its surroundings and all its sessions share. Every part may be called from any thread.
package struct EngineEnvironment: Sendable {
    /// The mocks folder as its user would type it; nil without one.
    package var folder: String?
    /// How much each journal keeps.
    package var journal = JournalSettings()
    /// The matchers that stubs may name.
    package var matchers = MatcherRegistry.builtIn
    /// The S3 listener's base URL as the client reaches it, without a trailing slash; nil if there is no S3 listener.
    package var s3BaseURL: @Sendable (Request) -> String? = { _ in nil }
    /// Domains below which the first labels of a Host are a bucket of S3's. Default none; S3's own names always count.
    package var s3BaseDomains: [String] {
        get { matchers.s3BaseDomains }
        set {
            matchers.s3BaseDomains = newValue
            rendering.s3BaseDomains = newValue
            journal.s3BaseDomains = newValue
        }
    }
    /// The database of named time zones, for matchers and templates. Default none: UTC and offsets only.
    package var timeZones: (any TimeZoneDatabase)? {
        get { matchers.timeZones }
        set {
            matchers.timeZones = newValue
            rendering.system.timeZones = newValue
        }
    }
    /// Makes links to the S3 listener's objects; nil if there is no S3 listener.
    package var links: ObjectLinks? { didSet { rendering.links = links } }
    /// Sends requests to other servers, for proxying and webhooks; without one, both report that it is missing.
    package var upstream: (any UpstreamClient)?
    /// The webhooks that are due, of all sessions.
    let webhooks = WebhookQueue()
    /// How requests are passed on to other servers.
    package var proxying = ProxySettings()
    /// What rendering needs besides the request.
    package var rendering = RenderEnvironment()
    /// Changes responses before they are sent: compression, CORS.
    package var filters = ResponseFilters()
    /// Responds when no stub does: files and S3 objects; nil for none.
    package var contents: (any ContentSource)?
    /// Receives what happens to requests, for the log.
    package var observer: (any ExchangeObserver)?
    /// Counts requests by what became of them, in all sessions.
    package let tally = RequestTally()
    /// How many sessions there may be besides the server's own.
    package var maximumSessions = 10_000
    /// Whether the saved fixtures are in use.
    package let fixtures = FixtureHealth()
    /// Whether a request that names no session is refused instead of going to the server's own session (`--sessions-only`).
    package var requiresSession = false
    /// How many responses a session may hold at a time; further ones become a 503.
    var heldResponseLimit = 20_000
    /// Runs work that may take a millisecond. Without it, such work is done on the calling thread.
    package var work: (any WorkQueue)?

    package init() {}
}
