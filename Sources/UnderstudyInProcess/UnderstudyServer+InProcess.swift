public import Foundation
public import UnderstudyClient

extension UnderstudyServer {
    /// Starts a server in this process, on free ports of the loopback. It serves as `understudy serve` does, with the same API for tests,
    /// takes no signal, and needs no program and no folder. Several can run at once.
    ///
    /// ```swift
    /// let server = try await UnderstudyServer.inProcess(mocks: folder)
    /// try await server.withSession { session in … }
    /// await server.stop()
    /// ```
    ///
    /// It ends with `stop()`, or with the last copy of this value and its sessions. Any task may call it; no thread of Swift's pool waits
    /// for its start or its end. Linux only, and a package that depends on this one names the trait:
    /// `.package(url: …, traits: ["Server"])`.
    ///
    /// - Parameters:
    ///   - mocks: the folder of fixtures. Changes of its files are seen at the next request, changes of its mappings not. When nil there
    ///     is none, and no S3.
    ///   - seed: the seed of the random draws; a new one when nil.
    ///   - fileID: of the caller, for failures.
    ///   - filePath: of the caller, for failures.
    ///   - line: of the caller, for failures.
    ///   - column: of the caller, for failures.
    /// - Throws: `UnderstudyFailure` with every problem in every fixture, or when this build has no server.
    public static func inProcess(
        mocks: URL? = nil, seed: UInt64? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws -> UnderstudyServer {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        #if os(Linux) && Server
            let started = try await InProcessServer.start(mocks: mocks, seed: seed, at: callSite)
            return UnderstudyServer(baseURL: started.http, s3BaseURL: started.s3, owner: started.server)
        #else
            throw UnderstudyFailure(
                .server,
                """
                A server in the test's process needs Linux and the package's trait "Server". Leave the source of the server out: then the \
                program is launched, or the one that UNDERSTUDY_URL names is used.
                """, at: callSite)
        #endif
    }
}

extension UnderstudyServer.Source {
    /// A server in this process, one for each folder of fixtures, which ends with the process. Any task may use it:
    ///
    /// ```swift
    /// @Suite(.understudy(mocks: "mocks", server: .inProcess)) struct FeedTests { … }
    /// ```
    public static let inProcess = UnderstudyServer.Source("inProcess") { mocks, callSite in
        try await UnderstudyServer.inProcess(
            mocks: mocks, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
    }
}
