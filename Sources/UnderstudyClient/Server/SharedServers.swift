internal import Foundation

/// The servers that this process's tests share: one for each source and folder of fixtures.
actor SharedServers {
    static let only = SharedServers()

    private var starts: [String: Task<UnderstudyServer, any Error>] = [:]
    /// The base URLs of those that run.
    private var running: [String: URL] = [:]

    func server(from source: UnderstudyServer.Source, mocks: URL?, at callSite: CallSite) async throws -> UnderstudyServer {
        let key = "\(source.name) \(mocks?.standardizedFileURL.path ?? "")"
        let start = starts[key] ?? Task { try await source.start(mocks, callSite) }
        starts[key] = start
        do {
            let server = try await start.value
            if starts[key] == start { running[key] = server.baseURL }
            return server
        } catch {
            if starts[key] == start { starts[key] = nil }
            throw error
        }
    }

    /// Forgets a server that is to be stopped, so that the next call starts another one.
    func forget(_ server: UnderstudyServer) {
        for key in running.filter({ $0.value == server.baseURL }).keys {
            running[key] = nil
            starts[key] = nil
        }
    }
}
