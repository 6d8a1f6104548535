internal import HashTreeCollections
internal import StubModel

/// How the stubs of a session differ from the fixtures: added, replaced and removed stubs by id. A session without changes uses the
/// fixtures themselves.
///
/// A value: copies cost almost nothing.
struct SessionChanges: Sendable {
    private enum Change: Sendable {
        /// Added, or replacing the fixture with its id.
        case present(CompiledStub)
        /// This fixture is removed.
        case removed(CompiledStub)
    }

    /// The rank of the first stub that is not a fixture: fixtures have lower ranks, so a reload does not hide added stubs.
    static let firstRank: UInt64 = 1 << 40

    /// Whether persistent stubs are saved to files: only in the server's own session. In other sessions they end with the session.
    private let reachesFiles: Bool
    private var changes: TreeDictionary<UniqueID, Change> = [:]
    private var nextRank = firstRank
    /// The insertion index of the next added stub: greater than those of all fixtures.
    private var nextIndex = 0
    /// No index beyond it has a successor, so that none overflows.
    private static let greatestIndex = 1 << 53

    init(reachesFiles: Bool = true, over layer: FixtureLayer = .empty) {
        self.reachesFiles = reachesFiles
        skipIndices(of: layer)
    }

    var isEmpty: Bool { changes.isEmpty }

    private mutating func skipIndices(of layer: FixtureLayer) {
        if let greatest = layer.greatestIndex { nextIndex = max(nextIndex, min(greatest, Self.greatestIndex) + 1) }
    }

    /// A copy of a new stub at the next place, to be added later.
    mutating func place(_ stub: CompiledStub) -> CompiledStub {
        defer {
            nextRank += 1
            nextIndex += 1
        }
        return stub.placed(at: nextRank, index: nextIndex)
    }

    /// Adds a stub as the newest, or at the place that `place` has given it, replacing one with its id.
    /// - Returns: the stub at its place.
    mutating func add(_ stub: CompiledStub) -> CompiledStub {
        let placed = stub.rank >= Self.firstRank ? stub : place(stub)
        changes[placed.id] = .present(placed)
        return placed
    }

    /// Replaces a stub by one with the same id.
    /// - Returns: the stub at its place.
    mutating func replace(_ old: CompiledStub, with stub: CompiledStub) -> CompiledStub {
        let placed = stub.placed(like: old)
        changes[placed.id] = .present(placed)
        return placed
    }

    mutating func remove(_ id: UniqueID, of layer: FixtureLayer) {
        guard let fixture = layer.routes[id] else {
            changes[id] = nil
            return
        }
        changes[id] = .removed(fixture)
    }

    /// Removes every stub, those of the layer too.
    mutating func removeAll(of layer: FixtureLayer) {
        changes = [:]
        for fixture in layer.routes.unordered { changes[fixture.id] = .removed(fixture) }
    }

    /// Back to the fixtures. Ranks are not given out again.
    mutating func removeAll() { changes = [:] }

    /// Applies the changes to a layer. A saved stub becomes a fixture once the layer has been read after it was saved. A removal ends when
    /// the layer no longer has the stub, or has another one with its id.
    /// - Parameter isRead: whether the layer's files have just been read, so that they have every saved stub.
    /// - Returns: the session's table; the changes that remain stay in this value.
    mutating func rebase(onto layer: FixtureLayer, isRead: Bool) -> RouteTable {
        skipIndices(of: layer)
        if changes.isEmpty { return layer.routes }
        var added: [CompiledStub] = []
        var removed: [UniqueID] = []
        for (id, change) in changes {
            let fixture = layer.routes[id]
            switch change {
            case .present(let stub):
                if fixture != nil, isRead, reachesFiles, stub.mapping.isPersistent {
                    changes[id] = nil
                } else if let fixture, stub.rank < Self.firstRank {
                    let placed = stub.placed(like: fixture)
                    changes[id] = .present(placed)
                    added.append(placed)
                } else if stub.rank < Self.firstRank {
                    // Its fixture is gone; the stub stays as an added one.
                    added.append(add(stub))
                } else {
                    added.append(stub)
                }
            case .removed(let stub):
                // In a session that does not save to files, the removal holds even if the file changes.
                if let fixture, !reachesFiles || stub.mapping.json == fixture.mapping.json {
                    removed.append(id)
                } else {
                    changes[id] = nil
                }
            }
        }
        return layer.routes.changing(adding: added.sorted { $0.rank < $1.rank }, removing: removed)
    }
}
