internal import StubModel

/// The stubs that were read from files: immutable, and shared by all sessions.
final class FixtureLayer: Sendable {
    let routes: RouteTable

    private init(routes: RouteTable) { self.routes = routes }

    static let empty = FixtureLayer(routes: .empty)

    /// - Parameter stubs: oldest first.
    convenience init(_ stubs: [CompiledStub]) {
        let placed = stubs.enumerated().map { $1.placed(at: UInt64($0)) }
        self.init(routes: RouteTable.empty.changing(adding: placed))
    }
}
