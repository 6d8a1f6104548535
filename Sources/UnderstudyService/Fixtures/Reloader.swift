internal import AdminAPI
internal import JSONDocument
internal import MockEngine
internal import Synchronization

/// Reloads a service for the admin API, which the service itself holds.
final class Reloader: Sendable {
    private struct Reference: Sendable {
        weak var service: Service?
    }

    private let reference = Mutex(Reference())

    func join(_ service: Service) { reference.withLock { $0.service = service } }

    /// Reads settings and fixtures again, and checks files and objects, which takes time.
    /// - Returns: nil when the service is gone.
    func reload() -> FixtureReload? {
        guard let service = reference.withLock({ $0.service }) else { return nil }
        let result = service.reload()
        var told: Set<Problem> = []
        let ofOne = (result.lateProblems + service.care.objectMistakes()).filter { told.insert($0).inserted }
        return FixtureReload(
            problems: result.problems.map(\.description), kept: result.kept, objectProblems: ofOne.map(\.description),
            stubs: service.fixtureCount)
    }
}

extension Service {
    /// The number of stubs from the folder as a text, for the log line of a reload.
    package var fixtureSummary: String { counted(fixtureCount, "stub mapping") }
}
