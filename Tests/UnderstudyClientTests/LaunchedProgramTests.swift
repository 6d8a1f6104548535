#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    @testable import UnderstudyClient

    /// Programs that are no server.
    @Suite struct LaunchedProgramTests {
        /// Starts a shell script in the server's place.
        private func whyItFails(_ script: String, within seconds: Int) async throws -> UnderstudyFailure? {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            let launched = try LaunchedProgram(program: file, mocks: nil, arguments: [], at: CallSite())
            let failure = await #expect(throws: UnderstudyFailure.self) { try await launched.ready(within: seconds, at: CallSite()) }
            await launched.stop()
            return failure
        }

        @Test func isNotWaitedForForEver() async throws {
            let failure = try await whyItFails("exec tail -f /dev/null", within: 0)
            #expect(failure?.kind == .server)
            #expect(failure?.message == "The server was not ready within 0 s. It said:\nnothing")
        }

        @Test func whatItSaidIsShown() async throws {
            let failure = try await whyItFails("echo 'no port' >&2", within: 3600)
            #expect(failure?.message == "The server ended before it was ready. It said:\nno port")
        }
    }
#endif
