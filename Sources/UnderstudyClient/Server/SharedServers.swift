internal import Foundation

/// The servers that this process's tests share: one for each folder of fixtures.
actor SharedServers {
    static let only = SharedServers()

    private var starts: [String: Task<UnderstudyServer, any Error>] = [:]

    func server(mocks: URL?, at callSite: CallSite) async throws -> UnderstudyServer {
        let isNamed = ProcessInfo.processInfo.environment["UNDERSTUDY_URL"]?.isEmpty == false
        let key = isNamed ? "" : mocks?.standardizedFileURL.path ?? ""
        let start = starts[key] ?? Task { try await Self.start(isNamed: isNamed, mocks: mocks, at: callSite) }
        starts[key] = start
        do {
            return try await start.value
        } catch {
            if starts[key] == start { starts[key] = nil }
            throw error
        }
    }

    private static func start(isNamed: Bool, mocks: URL?, at callSite: CallSite) async throws -> UnderstudyServer {
        if isNamed {
            return try await UnderstudyServer.attach(
                fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
        }
        #if os(macOS) || os(Linux)
            return try await UnderstudyServer.launch(
                mocks: mocks, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
        #else
            throw UnderstudyFailure(
                .server, "This system starts no programs. Start Understudy on the Mac, and set UNDERSTUDY_URL for the test.", at: callSite)
        #endif
    }
}
