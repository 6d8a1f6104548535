internal import StubModel
internal import Synchronization

/// Which stubs have been used since the journal was last emptied.
extension Journal {
    var use: StubUse { state.withLock { $0.use } }

    /// Marks these stubs as unused.
    func forgetUse(of stubs: [CompiledStub]) {
        state.withLock { state in for stub in stubs { state.use.forget(stub.rank) } }
    }

    /// Moves the marks to the new ranks that fixtures get at a reload, and saved stubs that have become fixtures; stubs that remain keep theirs.
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
