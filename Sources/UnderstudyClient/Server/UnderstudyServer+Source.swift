public import Foundation

extension UnderstudyServer {
    /// Where tests get their server from: ``program``, or one that another module offers, e.g. a server in the test's process.
    ///
    /// ```swift
    /// let server = try await UnderstudyServer.shared(from: .inProcess)   // with `import Understudy`
    /// ```
    public struct Source: Sendable {
        /// Its name. Sources of the same name share their servers.
        public let name: String
        /// Starts a server, or finds the one that runs.
        let start: @Sendable (_ mocks: URL?, _ callSite: CallSite) async throws -> UnderstudyServer

        /// A source with a name.
        ///
        /// - Parameters:
        ///   - name: its name, which no other source has.
        ///   - start: starts a server that serves a folder of fixtures, or none. Called once for each folder, and again after a failure or
        ///     after ``UnderstudyServer/stop()``. Any task.
        public init(_ name: String, start: @escaping @Sendable (_ mocks: URL?, _ callSite: CallSite) async throws -> UnderstudyServer) {
            self.name = name
            self.start = start
        }

        /// The server that the variable `UNDERSTUDY_URL` names, whatever its folder; or else the program, launched.
        public static let program = Source("program") { mocks, callSite in
            if ProcessInfo.processInfo.environment["UNDERSTUDY_URL"]?.isEmpty == false {
                return try await UnderstudyServer.attach(
                    fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
            }
            #if os(macOS) || os(Linux)
                return try await UnderstudyServer.launch(
                    mocks: mocks, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
            #else
                throw UnderstudyFailure(
                    .server, "This system starts no programs. Start Understudy on the Mac, and set UNDERSTUDY_URL for the test.",
                    at: callSite)
            #endif
        }
    }
}
