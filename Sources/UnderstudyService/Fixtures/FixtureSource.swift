internal import FixtureStore
internal import JSONDocument
internal import Logging
internal import MockEngine
internal import S3Service
internal import StubModel
internal import Synchronization

/// Loads the fixtures of a folder into the engine, at the start and at each reload. Mappings with problems change nothing but the
/// engine's `FixtureHealth`. Any thread; loads come one after the other, and
/// take turns with calls that change the files.
final class FixtureSource: Sendable {
    /// Nil when there is no folder.
    private let reader: FixtureReader<CompiledStub>?
    private let engine: MockEngine
    private let upstreams: Upstreams
    private let configuration: Configuration
    /// The stub of `--proxy-all`; empty without it.
    private let lastResort: [CompiledStub]
    private let log: Logger
    /// What the last load has warned of. Held during a load.
    private let loading = Mutex<Set<Problem>>([])

    /// - Throws: `StartFailure` when there can be no stub for `--proxy-all`.
    init(
        _ folder: FixtureFolder?, into engine: MockEngine, _ upstreams: Upstreams, _ configuration: Configuration, _ log: Logger
    ) throws(StartFailure) {
        lastResort = try Upstreams.lastResort(configuration, engine)
        reader = folder.map { FixtureReader($0) { mapping, report in engine.compile(mapping, report) } }
        self.engine = engine
        self.upstreams = upstreams
        self.configuration = configuration
        self.log = log
    }

    /// Reads the fixtures, and uses them if they have no problem. Warns of what the last load has not warned of.
    /// - Parameters:
    ///   - keepingOthers: false drops the stubs that the admin API has added.
    ///   - strictly: as for `check`: a missing body file is a mistake, objects are checked, which takes time, and warnings are not logged.
    func load(keepingOthers: Bool = true, strictly: Bool = false) -> FixtureLoad {
        loading.withLock { known in
            let load = engine.changingFiles { read(keepingOthers: keepingOthers, strictly: strictly, known: &known) }
            engine.environment.fixtures.noteLoad(load.problems, at: SystemClock().now)
            return load
        }
    }

    /// What is wrong with mappings since their body files have changed, and was not before. Changes nothing that is served.
    /// - Parameter isCancelled: asked before each mapping file; then the rest is left to the next call.
    func newBodyProblems(unless isCancelled: @Sendable () -> Bool) -> [Problem] {
        loading.withLock { _ in reader?.newBodyProblems(unless: isCancelled) ?? [] }
    }

    private func read(keepingOthers: Bool, strictly: Bool, known: inout Set<Problem>) -> FixtureLoad {
        guard let reader else {
            engine.loadFixtures(lastResort, keepingOthers: keepingOthers)
            return FixtureLoad()
        }
        let set = reader.load()
        var warnings = set.warnings
        if strictly {
            let objects = reader.folder.objectProblems()
            let contents = reader.folder.contentProblems()
            warnings += objects.warnings + contents.warnings + missingObjects(of: set.stubs, in: reader.folder)
            let late = objects.problems + contents.problems + set.lateProblems + S3FolderCheck.problems(in: reader.folder.store)
            if !late.isEmpty { return FixtureLoad(problems: set.problems + late, warnings: warnings) }
        } else {
            let found = warnings + set.lateProblems
            log.warn(of: found.filter { !known.contains($0) })
            known = Set(found)
            upstreams.announce(set.stubs, log)
        }
        if set.problems.isEmpty {
            engine.loadFixtures(lastResort + set.stubs, keepingOthers: keepingOthers)
        }
        return FixtureLoad(problems: set.problems, lateProblems: set.lateProblems, warnings: warnings)
    }

    /// Objects that bodies link to and that the folder does not have.
    private func missingObjects(of stubs: [CompiledStub], in folder: FixtureFolder) -> [Problem] {
        let made = Set(configuration.s3Placeholders.compactMap { PlaceholderPairs.split($0)?.bucket })
        var objects = MissingObjects(in: folder.store)
        return stubs.flatMap { stub -> [Problem] in
            guard case .file(let path) = stub.mapping.origin else { return [] }
            return stub.mapping.responses.responses.flatMap { response -> [Problem] in
                let text: String
                switch response.body {
                case .text(let body): text = body
                case .json(let value): text = value.text()
                case .none, .bytes, .file: return []
                }
                return objects.warnings(of: text, except: made, source: path, position: stub.mapping.position)
            }
        }
    }
}
