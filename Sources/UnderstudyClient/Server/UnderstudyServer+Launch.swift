#if os(macOS) || os(Linux)
    public import Foundation

    extension UnderstudyServer {
        /// Starts a server on free ports, and waits until it is ready, at most a minute. It ends with ``stop()``, with the last copy of
        /// this value and its sessions, and with this process, however that ends.
        ///
        /// - Parameters:
        ///   - program: the program. When nil, the first of: the variable `UNDERSTUDY_PATH` (the program or its folder), a program
        ///     `understudy` beside the test's own, in `.build/debug` or `.build/release` of the folder or one above it, and on the `PATH`.
        ///   - mocks: the folder of fixtures; an empty one when nil.
        ///   - arguments: further arguments of `understudy serve`, e.g. `["--seed", "7"]`.
        /// - Throws: ``UnderstudyFailure`` when there is no program; and when it ends before it is ready, or is not ready in time, with
        ///   what it said.
        public static func launch(
            program: URL? = nil, mocks: URL? = nil, arguments: [String] = [], fileID: String = #fileID, filePath: String = #filePath,
            line: Int = #line, column: Int = #column
        ) async throws -> UnderstudyServer {
            let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
            let found = try program ?? ProgramSearch().program(at: callSite)
            guard ProgramSearch.isProgram(found.path) else {
                throw UnderstudyFailure(.server, "There is no program at \(found.path).", at: callSite)
            }
            let launched = try LaunchedProgram(program: found, mocks: mocks, arguments: arguments, at: callSite)
            let ready = try await launched.ready(at: callSite)
            return UnderstudyServer(baseURL: ready.http, s3BaseURL: ready.s3, processID: ready.pid, owner: launched)
        }
    }
#endif
