#if os(macOS) || os(Linux)
    internal import Foundation

    /// A program `understudy serve` that this process has started.
    ///
    /// A shell stands between the two. It ends the program as soon as its own input ends, which this process holds open: so the program
    /// ends with this process, however that ends. The shell does not wait for the program: with blocked signals, which it inherits from a
    /// thread of Swift's, it gets no SIGCHLD. When the program's output ends, which only the program writes to, the program has ended. A
    /// program that does not get ready may not take SIGTERM either: the shell reads which other signal it is to send.
    actor LaunchedProgram: ServerOwner {
        struct Ready: Sendable {
            let http: URL
            let s3: URL?
            let pid: Int32?
        }

        private static let script = """
            "$@" & program=$!
            exec >&- 2>&-
            read -r signal
            kill "${signal:--TERM}" "$program"
            [ -z "$0" ] || rm -rf "$0"
            """

        private let input = Pipe()
        private let output = Pipe()
        private let errors = Pipe()
        private let words: ProgramWords
        private var isStopped = false

        init(program: URL, mocks: URL?, arguments: [String], at callSite: CallSite) throws {
            let folder = mocks ?? FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments =
                ["-c", Self.script, mocks == nil ? folder.path : "", program.path, "serve", folder.path, "--port", "0", "--s3-port", "0"]
                + (mocks == nil ? ["--no-watch"] : []) + arguments
            process.environment = Self.environment()
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            words = ProgramWords(output: output.fileHandleForReading, errors: errors.fileHandleForReading)
            do {
                if mocks == nil { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
                try process.run()
            } catch {
                throw UnderstudyFailure(.server, "Starting \(program.path): \(error.localizedDescription)", at: callSite)
            }
        }

        /// What the ready line says, when it has come.
        ///
        /// - Parameter seconds: how long to wait for it at most. Then the program is killed.
        func ready(within seconds: Int = 60, at callSite: CallSite) async throws -> Ready {
            let beginning = await words.beginning(within: seconds)
            if Task.isCancelled || beginning == .late {
                endInput(after: "-KILL\n")
                try Task.checkCancellation()
                let said = await words.errorText
                throw UnderstudyFailure(
                    .server, "The server was not ready within \(seconds) s. It said:\n\(said.isEmpty ? "nothing" : said)", at: callSite)
            }
            guard case .line(let line) = beginning, line.hasPrefix("ready ") else {
                await stop()
                await words.errorsEnd()
                let said = await words.errorText
                throw UnderstudyFailure(
                    .server, "The server ended before it was ready. It said:\n\(said.isEmpty ? beginning.text : said)", at: callSite)
            }
            let fields = Dictionary(
                line.split(separator: " ").dropFirst().map { part -> (String, String) in
                    let pair = part.split(separator: "=", maxSplits: 1)
                    return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
                }, uniquingKeysWith: { $1 })
            guard let http = fields["http"].flatMap({ URL(string: $0) }) else {
                await stop()
                throw UnderstudyFailure(.server, "The server's ready line names no URL: \(line)", at: callSite)
            }
            return Ready(http: http, s3: fields["s3"].flatMap { URL(string: $0) }, pid: fields["pid"].flatMap { Int32($0) })
        }

        func stop() async {
            endInput()
            await words.end()
        }

        /// Has the shell end the program.
        private func endInput(after signal: String = "") {
            if isStopped { return }
            isStopped = true
            try? input.fileHandleForWriting.write(contentsOf: Data(signal.utf8))
            try? input.fileHandleForWriting.close()
        }

        /// Without what is for tests: the server would take it for settings.
        private static func environment() -> [String: String] {
            let forTests = ["UNDERSTUDY_URL", "UNDERSTUDY_S3_URL", "UNDERSTUDY_PATH", "UNDERSTUDY_ADMIN_TOKEN", "UNDERSTUDY_REPLAY"]
            return ProcessInfo.processInfo.environment.filter { !forTests.contains($0.key) }
        }
    }
#endif
