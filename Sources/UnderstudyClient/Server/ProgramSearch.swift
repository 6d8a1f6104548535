#if os(macOS) || os(Linux)
    internal import Foundation

    /// Looks for the program `understudy`.
    struct ProgramSearch {
        var environment = ProcessInfo.processInfo.environment
        var folder = FileManager.default.currentDirectoryPath
        var ownProgram = CommandLine.arguments.first

        func program(at callSite: CallSite) throws -> URL {
            if let path = environment["UNDERSTUDY_PATH"], !path.isEmpty {
                for candidate in [path, path + "/understudy"] where Self.isProgram(candidate) { return URL(fileURLWithPath: candidate) }
                throw UnderstudyFailure(.server, "UNDERSTUDY_PATH is \"\(path)\", and there is no program.", at: callSite)
            }
            for candidate in candidates() where Self.isProgram(candidate) { return URL(fileURLWithPath: candidate) }
            throw UnderstudyFailure(
                .server,
                """
                There is no program "understudy": not beside the test, not in .build/debug of \(folder) or above it, not on the PATH.
                Install it, or name it in UNDERSTUDY_PATH, or start it and name it in UNDERSTUDY_URL.
                """, at: callSite)
        }

        private func candidates() -> [String] {
            var found: [String] = []
            if let ownProgram {
                found.append(URL(fileURLWithPath: ownProgram).deletingLastPathComponent().appendingPathComponent("understudy").path)
            }
            var above = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.pathComponents
            while !above.isEmpty {
                let path = NSString.path(withComponents: above)
                found += ["debug", "release"].map { "\(path)/.build/\($0)/understudy" }
                above.removeLast()
            }
            return found + (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/understudy" }
        }

        /// Whether there is a file that can be run.
        static func isProgram(_ path: String) -> Bool {
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            let kind = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
            return kind == .typeRegular && FileManager.default.isExecutableFile(atPath: target)
        }
    }
#endif
