internal import StubModel

/// The stubs that were read from files: immutable, and shared by all sessions.
final class FixtureLayer: Sendable {
    let routes: RouteTable
    /// How many sets of fixtures have been loaded; 0 for none.
    let generation: UInt64

    init(routes: RouteTable, generation: UInt64) {
        self.routes = routes
        self.generation = generation
    }

    static let empty = FixtureLayer(routes: .empty, generation: 0)

    /// The layer that replaces this one.
    /// - Parameter stubs: oldest first.
    func replaced(by stubs: [CompiledStub]) -> FixtureLayer {
        let placed = stubs.enumerated().map { $1.placed(at: UInt64($0)) }
        return FixtureLayer(routes: RouteTable.empty.changing(adding: placed), generation: generation + 1)
    }
}
