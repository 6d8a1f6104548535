internal import StubModel
internal import Synchronization

/// Which stubs have answered since the journal was last emptied.
extension Journal {
    var use: StubUse { state.withLock { $0.use } }

    /// Forgets that these have answered.
    func forgetUse(of stubs: [CompiledStub]) {
        state.withLock { state in for stub in stubs { state.use.forget(stub.rank) } }
    }

    /// Fixtures have other ranks after a reload; those that are still there keep what is known of their use.
    func renameUse(from before: RouteTable, to after: RouteTable) {
        state.withLock { state in
            let used = before.unordered.filter { $0.rank < SessionChanges.firstRank && state.use.contains($0.rank) }.map(\.id)
            state.use.forgetFixtures()
            for id in used {
                if let stub = after[id] { state.use.note(stub.rank) }
            }
        }
    }
}
