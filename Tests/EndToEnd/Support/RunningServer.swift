import Foundation
import TestSupport
import Testing

/// `understudy serve` on free ports, from its ready line until the last reference goes.
final class RunningServer: Sendable {
    /// The server did not become ready.
    struct NotReady: Error, CustomStringConvertible {
        var description: String
    }

    let http: URL
    let s3: URL
    let readyLine: String
    let pid: pid_t
    private let process: Process
    let log: ProcessOutput

    /// - Parameter mocks: the folder to serve; the sample when none is given.
    init(_ mocks: URL = Program.sample, _ options: [String] = [], environment: [String: String] = [:]) async throws {
        process = Process()
        process.executableURL = Program.url
        process.arguments = ["serve", mocks.path, "--port", "0", "--s3-port", "0"] + options
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = ProcessOutput()
        log = ProcessOutput()
        process.standardOutput = output.pipe
        process.standardError = log.pipe
        try process.run()
        readyLine = await output.firstLine()
        let pattern = #/ready http=(\S+) s3=(\S+)(?: [a-z0-9-]+=\S+)* pid=(\d+)/#
        guard let match = try? pattern.wholeMatch(in: readyLine), let http = URL(string: String(match.1)),
            let s3 = URL(string: String(match.2)), let pid = pid_t(match.3)
        else {
            process.terminate()
            throw NotReady(description: "\(Program.url.path) said \"\(readyLine)\":\n\(log.text)")
        }
        self.http = http
        self.s3 = s3
        self.pid = pid
    }

    deinit { process.terminate() }

    func signal(_ number: Int32) { kill(pid, number) }

    /// Waits for the end. A server that does not end is killed.
    /// - Returns: the exit status, and what was logged.
    func end() async throws -> (status: Int32, log: String) {
        let process = process
        if await !Bell().eventually(within: .seconds(30), { !process.isRunning }) {
            Issue.record("the server did not end:\n\(log.text)")
            signal(SIGKILL)
            process.waitUntilExit()
        }
        return (process.terminationStatus, try await log.end())
    }
}
