internal import FileStore
package import JSONDocument
package import StubModel
internal import Synchronization

extension FixtureFolder {
    /// Reads and checks the whole folder without changing anything on disk. Afterwards mappings are saved to the files that they came from.
    ///
    /// Mapping files are in `mappings/` or folders below it; their names end in `.json`, `.yaml` or `.yml` and do not begin with a dot.
    /// Links are followed within the root; a link that leaves it is a problem, also in `__files/`.
    /// - Parameter compile: makes the engine's form of a mapping, and reports what is wrong beyond the form (patterns, templates). Returns
    ///   nil when it reports something.
    package func load<Stub>(_ compile: (consuming StubMapping, ProblemReport) -> Stub?) -> FixtureSet<Stub> {
        var memory = FixtureMemory<Stub>()
        return load(&memory, compile)
    }

    /// The same, without compiling again what is unchanged since the last load into this memory.
    func load<Stub>(
        _ memory: inout FixtureMemory<Stub>, _ compile: (consuming StubMapping, ProblemReport) -> Stub?
    ) -> FixtureSet<Stub> {
        var loader = FixtureLoader<Stub>(folder: self, memory: memory)
        loader.loadMappings(compile)
        // A check of the files that is under way ends before, so that what it found does not replace what the load finds.
        knownFileProblems.withLock { known in
            loader.checkFiles()
            known = Set(loader.fileProblems)
        }
        loader.compareStubs()
        let result = loader.result
        let isInUse = memory.isInUse || result.problems.isEmpty
        memory = loader.memory
        memory.isInUse = isInUse
        bodyFileUses.withLock { $0 = loader.bodyFileUses }
        versions.withLock { $0 = loader.versions }
        unreachable.withLock { $0 = loader.unreachable }
        unsettled.withLock { $0 = loader.unsettled }
        knownStrays.withLock { $0 = Set(loader.strays) }
        if result.problems.isEmpty {
            homes.withLock { $0 = loader.homes }
            noteStubBodies(loader.bodyFileUses)
        }
        return result
    }

    /// Notes which files are bodies of stubs: requests for them without their extension may find others than before.
    private func noteStubBodies(_ uses: [BodyFileUse]) {
        var bodies: [String: [BodyFileUse]] = [:]
        for use in uses {
            if use.urlPath != nil, let path = use.path { bodies[path.text, default: []].append(use) }
        }
        let hasChanged = stubBodies.withLock { known in
            defer { known = bodies }
            return known.mapValues { $0.map(\.urlPath) } != bodies.mapValues { $0.map(\.urlPath) }
        }
        if hasChanged { store.forgetResponses() }
    }

    /// Checks the mappings of the last load again whose body files have changed.
    /// - Parameter isCancelled: asked before each mapping file; then the rest is left to the next call.
    /// - Returns: the problems and warnings that are new.
    func newBodyProblems<Stub>(
        _ memory: inout FixtureMemory<Stub>, unless isCancelled: () -> Bool, _ compile: (consuming StubMapping, ProblemReport) -> Stub?
    ) -> [Problem] {
        var loader = FixtureLoader<Stub>(folder: self, memory: memory)
        defer { memory = loader.memory }
        return loader.recheckBodies(unless: isCancelled, compile)
    }

    /// Reads the mappings without compiling them.
    package func load() -> FixtureSet<StubMapping> { load { mapping, _ in mapping } }
}
