internal import HTTPMessage

/// One route of the admin API: a file in `Endpoints/`, a line in `AdminRoutes.all`, and an operation in `OpenAPIDocument`.
protocol AdminEndpoint: Sendable {
    static var method: String { get }
    /// The path below `/__admin`. `{name}` stands for one segment, a `**` at the end for the rest.
    static var path: String { get }

    /// Whether it waits for nothing but short locks and takes a few milliseconds at most, so that it runs on the calling thread.
    /// Default: false.
    static var isQuick: Bool { get }

    /// Whether it may wait for other servers, so that it runs apart from other calls. Default: false.
    static var waitsForServers: Bool { get }

    /// Whether it runs however many calls wait, because something stays behind if it does not. Default: false.
    static var isNeverRefused: Bool { get }

    /// Whether WireMock has no such route. Another method on its path is a 405 then, and a word of the path is never taken for an id.
    /// False by default.
    static var isOurs: Bool { get }

    /// Whether a request needs no credentials. False by default; true for a page, which has no data.
    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool

    /// Responds. Called on many threads at once; may block unless `isQuick`.
    /// - Throws: `AdminError`, or an error that becomes one: `Problem`, `ScenarioError`. Any other error becomes a 500.
    static func respond(_ call: AdminCall) throws -> AdminReply
}

extension AdminEndpoint {
    static var isQuick: Bool { false }
    static var waitsForServers: Bool { false }
    static var isNeverRefused: Bool { false }
    static var isOurs: Bool { false }
    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { false }
}
