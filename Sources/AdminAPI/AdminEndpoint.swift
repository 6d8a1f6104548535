/// One route of the admin API. One file in `Endpoints/`, one line in `AdminRoutes.all`, one operation in `OpenAPIDocument`.
protocol AdminEndpoint: Sendable {
    static var method: String { get }
    /// Below `/__admin`. `{name}` stands for one segment, a `**` at the end for all that follows.
    static var path: String { get }

    /// Whether it always takes far less than a millisecond, so that it need not go to another thread. False unless said.
    static var isQuick: Bool { get }

    /// Answers. Called on many threads at once; may block, unless it is quick.
    /// - Throws: `AdminError`, or what becomes one: `Problem`, `ScenarioError`; anything else is a 500.
    static func respond(_ call: AdminCall) throws -> AdminReply
}

extension AdminEndpoint {
    static var isQuick: Bool { false }
}
