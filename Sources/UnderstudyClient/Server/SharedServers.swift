internal import Foundation

/// The servers that this process's tests share: one for each source and folder of fixtures.
actor SharedServers {
    static let only = SharedServers()

    private var starts: [String: Task<UnderstudyServer, any Error>] = [:]

    func server(from source: UnderstudyServer.Source, mocks: URL?, at callSite: CallSite) async throws -> UnderstudyServer {
        let key = "\(source.name) \(mocks?.standardizedFileURL.path ?? "")"
        let start = starts[key] ?? Task { try await source.start(mocks, callSite) }
        starts[key] = start
        do {
            return try await start.value
        } catch {
            if starts[key] == start { starts[key] = nil }
            throw error
        }
    }
}
