#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    @testable import UnderstudyClient

    /// Where the client looks for the program.
    @Suite struct ProgramSearchTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID().uuidString)")

        private func program(_ path: String) throws -> String {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("#!/bin/sh\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            return file.path
        }

        private func search(_ environment: [String: String], from path: String, own: String? = nil) -> ProgramSearch {
            ProgramSearch(environment: environment, folder: folder.appendingPathComponent(path).path, ownProgram: own)
        }

        @Test func takesTheFirstThatIsThere() throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let onPath = try program("bin/understudy")
            let environment = ["PATH": "/nowhere:\(folder.path)/bin"]
            let callSite = CallSite()
            #expect(try search(environment, from: "app/deep").program(at: callSite).path == onPath)

            let built = try program("app/.build/debug/understudy")
            #expect(try search(environment, from: "app/deep").program(at: callSite).path == built)

            let beside = try program("products/understudy")
            #expect(try search(environment, from: "app", own: folder.path + "/products/test").program(at: callSite).path == beside)

            for named in [onPath, folder.path + "/bin"] {
                let environment = ["PATH": "", "UNDERSTUDY_PATH": named]
                #expect(try search(environment, from: "app").program(at: callSite).path == onPath)
            }
        }

        @Test func saysWhereItLooked() throws {
            let failure = #expect(throws: UnderstudyFailure.self) {
                try search(["PATH": "", "UNDERSTUDY_PATH": "/nowhere"], from: "app").program(at: CallSite())
            }
            #expect(failure?.message == "UNDERSTUDY_PATH is \"/nowhere\", and there is no program.")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(".build/debug/understudy"), withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let none = search(["PATH": ""], from: "app", own: nil)
            let found = try? none.program(at: CallSite())
            #expect(found?.path.hasPrefix(folder.path) != true, "a folder is no program")
        }
    }
#endif
