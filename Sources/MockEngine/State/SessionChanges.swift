internal import HashTreeCollections
internal import StubModel

/// How the stubs of a session differ from the fixtures: stubs that were added, that stand in the place of another, and that were
/// removed, by their ids. A session without changes sees the fixtures themselves.
///
/// A value: a copy costs next to nothing.
struct SessionChanges: Sendable {
    private enum Change: Sendable {
        /// Added, or in the place of the fixture with its id.
        case present(CompiledStub)
        /// The fixture of that id does not answer here. Nil once its file is gone: a file that comes back is a new one.
        case removed(CompiledStub?)
    }

    /// The rank of the first stub that is no fixture: fixtures lie below, so that reloading them hides nothing that was added.
    static let firstRank: UInt64 = 1 << 40

    /// Whether persistent stubs are saved to files and deleted with them: in the server's own session. In others they end with the
    /// session.
    private let reachesFiles: Bool
    private var changes: TreeDictionary<UniqueID, Change> = [:]
    private var nextRank = firstRank

    init(reachesFiles: Bool = true) { self.reachesFiles = reachesFiles }

    var isEmpty: Bool { changes.isEmpty }

    /// Adds a stub as the newest. One that has its id goes.
    /// - Returns: the stub at its place.
    mutating func add(_ stub: CompiledStub) -> CompiledStub {
        defer { nextRank += 1 }
        let placed = stub.placed(at: nextRank)
        changes[stub.id] = .present(placed)
        return placed
    }

    /// Puts a stub in the place of another with its id.
    /// - Returns: the stub at its place.
    mutating func replace(_ old: CompiledStub, with stub: CompiledStub) -> CompiledStub {
        let placed = stub.placed(at: old.rank)
        changes[stub.id] = .present(placed)
        return placed
    }

    mutating func remove(_ id: UniqueID, of layer: FixtureLayer) {
        guard let fixture = layer.routes[id] else {
            changes[id] = nil
            return
        }
        changes[id] = .removed(reachesFiles && fixture.mapping.isPersistent ? nil : fixture)
    }

    /// Back to the fixtures. Ranks are not given out again.
    mutating func removeAll() { changes = [:] }

    /// The stubs that a session with these changes sees over a layer, and the changes that are left.
    ///
    /// A stub that was saved is a fixture once the layer has it. A removal ends when the layer has no such stub any more, or another one
    /// under its id.
    mutating func rebase(onto layer: FixtureLayer) -> RouteTable {
        if changes.isEmpty { return layer.routes }
        var added: [CompiledStub] = []
        var removed: [UniqueID] = []
        for (id, change) in changes {
            let fixture = layer.routes[id]
            switch change {
            case .present(let stub):
                if fixture != nil, reachesFiles, stub.mapping.isPersistent {
                    changes[id] = nil
                } else if let fixture, stub.rank < Self.firstRank {
                    let placed = stub.placed(at: fixture.rank)
                    changes[id] = .present(placed)
                    added.append(placed)
                } else if stub.rank < Self.firstRank {
                    // Its fixture is gone; it stays, as one that was added.
                    added.append(add(stub))
                } else {
                    added.append(stub)
                }
            case .removed(let stub):
                // In a session that reaches no files the removal holds, however the file changes.
                if let fixture, !reachesFiles || stub?.mapping.json == fixture.mapping.json {
                    removed.append(id)
                } else {
                    changes[id] = nil
                }
            }
        }
        return layer.routes.changing(adding: added.sorted { $0.rank < $1.rank }, removing: removed)
    }
}
