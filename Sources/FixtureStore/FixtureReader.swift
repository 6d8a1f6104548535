package import JSONDocument
package import StubModel
internal import Synchronization

/// Reads one fixture folder again and again, and compiles only the mapping files that have changed. Any thread.
package final class FixtureReader<Stub: Sendable>: Sendable {
    /// The folder that it reads.
    package let folder: FixtureFolder
    private let compile: @Sendable (consuming StubMapping, ProblemReport) -> Stub?
    private let memory = Mutex(FixtureMemory<Stub>())

    /// - Parameter compile: as for `FixtureFolder.load`. Its result must depend only on the mapping and its body files.
    package init(_ folder: FixtureFolder, _ compile: @escaping @Sendable (consuming StubMapping, ProblemReport) -> Stub?) {
        self.folder = folder
        self.compile = compile
    }

    /// What `FixtureFolder.load` returns. Loads of several threads come one after the other.
    package func load() -> FixtureSet<Stub> { memory.withLock { folder.load(&$0, compile) } }

    /// Checks the mappings again whose body files have changed since they were read.
    /// - Parameter isCancelled: asked before each mapping file; then the rest is left to the next call.
    /// - Returns: what is wrong with them and was not before. A mapping file that has changed is left to the next load.
    package func newBodyProblems(unless isCancelled: @Sendable () -> Bool = { false }) -> [Problem] {
        memory.withLock { folder.newBodyProblems(&$0, unless: isCancelled, compile) }
    }
}
