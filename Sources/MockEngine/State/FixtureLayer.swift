internal import StubModel

/// The stubs that were read from files: immutable, and shared by all sessions.
final class FixtureLayer: Sendable {
    let routes: RouteTable
    /// The greatest insertion index among them; nil if none has one.
    let greatestIndex: Int?

    private init(routes: RouteTable, greatestIndex: Int?) {
        self.routes = routes
        self.greatestIndex = greatestIndex
    }

    static let empty = FixtureLayer(routes: .empty, greatestIndex: nil)

    /// - Parameter stubs: oldest first.
    convenience init(_ stubs: [CompiledStub]) {
        let placed = stubs.enumerated().map { $1.placed(at: UInt64($0), index: $1.insertionIndex) }
        self.init(routes: RouteTable.empty.changing(adding: placed), greatestIndex: stubs.lazy.compactMap(\.insertionIndex).max())
    }

    /// The same layer without some stubs.
    func without(_ ids: [UniqueID]) -> FixtureLayer { FixtureLayer(routes: routes.changing(removing: ids), greatestIndex: greatestIndex) }
}
