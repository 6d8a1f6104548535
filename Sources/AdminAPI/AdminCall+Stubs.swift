internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Changes to stubs that several endpoints make. A persistent change is written to disk before it takes effect.
extension AdminCall {
    /// Replaces the stub with the same id. If the new stub is not persistent, the old one's file stays as it is.
    func edit(_ stub: CompiledStub) throws -> CompiledStub {
        try changingFiles(if: stub.mapping.isPersistent) {
            guard let placed = session.placingInstead(stub) else { throw noStub(stub.id) }
            if placed.mapping.isPersistent { try save([placed]) }
            guard session.edit(placed) else { throw noStub(stub.id) }
            return placed
        }
    }

    /// Runs a change of stubs and of their files; other calls that change files wait. Stubs of other sessions have no files.
    /// - Parameter writes: false for a change that concerns no file, which does not wait.
    func changingFiles<Result: Sendable>(if writes: Bool = true, _ body: () throws -> Result) throws -> Result {
        writes && session.number == 0 && services.mappings != nil ? try engine.changingFiles(body) : try body()
    }

    private func noStub(_ id: UniqueID) -> AdminError {
        AdminError(
            status: 404, code: 404, title: "There is no stub with the id \(id)",
            detail: "This call replaces the stub whose \"id\" is in the body or the path. POST \(AdminAPI.prefix)/mappings adds a stub.")
    }

    func remove(_ stubs: [CompiledStub]) throws {
        try changingFiles {
            // A call that this one waited for may have saved them.
            let now = stubs.compactMap { session.stub($0.id) }
            try deleteFiles(now.map(\.mapping).filter(\.isPersistent))
            session.remove(now.map(\.id))
        }
    }

    /// Writes mappings to disk. Does nothing in a session, whose stubs end with it.
    /// - Parameter stubs: at their places (`Session.placing`), which their files keep.
    func save(_ stubs: [CompiledStub]) throws {
        if stubs.isEmpty || session.number != 0 { return }
        guard let folder = services.mappings else {
            throw AdminError(
                status: 500, title: "Mappings cannot be saved: this server has no mocks folder",
                detail: "Start it with a folder, or leave \"persistent\" out.")
        }
        try inFolder { try folder.save(stubs.map(\.savedMapping)) }
    }

    /// Deletes the files of mappings that have one, whose stubs no session has then. Does nothing in a session.
    func deleteFiles(_ mappings: [StubMapping]) throws {
        if session.number != 0 { return }
        guard let folder = services.mappings, !mappings.isEmpty else { return }
        try inFolder { try folder.remove(mappings) }
        engine.dropFixtures(mappings.map(\.id))
    }

    /// Restores the stubs on disk, empties the journal, and resets scenarios and sequences. Settings stay.
    /// - Throws: an `AdminError` when the files on disk are not valid. The last good stubs of the files stay in force; all else is reset.
    func reset() throws {
        defer { session.reset() }
        session.forgetsStubs()
        if session.number != 0 {
            session.dropChanges()
        } else if let folder = services.mappings {
            do { try inFolder { try folder.reload() } } catch {
                session.dropChanges()
                throw error
            }
        } else {
            session.removeAll()
        }
    }

    private func inFolder(_ body: () throws -> Void) throws {
        do { try body() } catch MappingFolderError.problems(let problems) {
            var error = AdminError(problems)
            error.status = 500
            throw error
        } catch MappingFolderError.failed(let sentence) {
            throw AdminError.failure(sentence)
        }
    }
}
