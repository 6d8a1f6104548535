internal import FileStore
package import JSONDocument
package import StubModel
internal import Synchronization

extension FixtureFolder {
    /// Reads and checks everything there is, changing nothing on disk. From then on a mapping is saved to the file that it was in.
    ///
    /// Mappings are the files in `mappings/` whose names end in `.json`, `.yaml` or `.yml` and begin with no dot, in folders alike.
    /// Links are followed as long as they stay within the folder; one that leaves it is a problem, in `__files/` and `s3/` too.
    /// - Parameter compile: makes of a mapping what the engine answers with, and reports what is wrong with it beyond its form
    ///   (patterns, templates). Nil when it reported something.
    package func load<Stub>(_ compile: (consuming StubMapping, ProblemReport) -> Stub?) -> FixtureSet<Stub> {
        var loader = FixtureLoader<Stub>(folder: self)
        loader.loadMappings(compile)
        loader.checkFiles()
        loader.compareStubs()
        let result = loader.result
        bodyFileUses.withLock { $0 = loader.bodyFileUses }
        versions.withLock { $0 = loader.versions }
        if result.problems.isEmpty { homes.withLock { $0 = loader.homes } }
        return result
    }

    /// Reads the mappings as they are, without the engine's opinion of them.
    package func load() -> FixtureSet<StubMapping> { load { mapping, _ in mapping } }
}
