internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Changes of stubs that several endpoints make; what is persistent goes to disk first, so that nothing is promised that is not kept.
extension AdminCall {
    /// Puts the stub in the place of the one with its id. The file of one that is no longer persistent stays as it is.
    func edit(_ stub: CompiledStub) throws -> CompiledStub {
        guard session.stub(stub.id) != nil else { throw AdminError.notFound }
        if stub.mapping.isPersistent { try save([stub.mapping]) }
        guard session.edit(stub) else { throw AdminError.notFound }
        return stub
    }

    func remove(_ stubs: [CompiledStub]) throws {
        try deleteFiles(stubs.map(\.mapping).filter(\.isPersistent))
        session.remove(stubs.map(\.id))
    }

    /// Writes mappings to disk. Not those of a session, which end with it.
    func save(_ mappings: [StubMapping]) throws {
        if mappings.isEmpty || session.number != 0 { return }
        guard let folder = services.mappings else {
            throw AdminError(
                status: 500, title: "Mappings cannot be saved: this server has no mocks folder",
                detail: "Start it with a folder, or leave \"persistent\" out.")
        }
        try inFolder { try folder.save(mappings) }
    }

    /// Deletes the files of mappings, where there are any. A session removes a fixture for itself only.
    func deleteFiles(_ mappings: [StubMapping]) throws {
        if session.number != 0 { return }
        guard let folder = services.mappings, !mappings.isEmpty else { return }
        try inFolder { try folder.remove(mappings) }
    }

    /// Stubs back to what is on disk, journal, scenarios and sequences to their beginning. Settings stay.
    func reset() throws {
        session.forgetsStubs()
        if session.number != 0 {
            session.dropChanges()
        } else if let folder = services.mappings {
            try inFolder { try folder.reload() }
        } else {
            session.removeAll()
        }
        session.reset()
    }

    private func inFolder(_ body: () throws -> Void) throws {
        do { try body() } catch MappingFolderError.problems(let problems) {
            var error = AdminError(problems)
            error.status = 500
            throw error
        } catch MappingFolderError.failed(let sentence) {
            throw AdminError(status: 500, title: sentence)
        }
    }
}
