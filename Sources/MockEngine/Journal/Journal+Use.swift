internal import StubModel
internal import Synchronization

/// Which stubs have been used since the journal was last emptied.
extension Journal {
    var use: StubUse { state.withLock { $0.use } }

    /// Marks these stubs as unused.
    func forgetUse(of stubs: [CompiledStub]) {
        state.withLock { state in for stub in stubs { state.use.forget(stub.rank) } }
    }

    /// Moves the marks to the ranks that stubs have after a reload. Fixtures get new ones then, and so do saved stubs that are fixtures
    /// now.
    func renameUse(from before: RouteTable, to after: RouteTable) {
        state.withLock { state in
            let used = before.unordered.filter { state.use.contains($0.rank) }.map(\.id)
            state.use.forgetFixtures()
            for id in used {
                if let stub = after[id] { state.use.note(stub.rank) }
            }
        }
    }
}
