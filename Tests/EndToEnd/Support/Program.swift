import Foundation
import Synchronization

/// The built program, run as a user runs it.
enum Program {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    static let sample = root.appending(path: "mocks")

    /// `UNDERSTUDY_PROGRAM`, or what was built beside these tests.
    static let url: URL = {
        if let path = ProcessInfo.processInfo.environment["UNDERSTUDY_PROGRAM"] { return URL(filePath: path) }
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "understudy")
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        return root.appending(path: ".build/debug/understudy")
    }()

    struct Finished: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs a command to its end, which comes by force when it does not come by itself.
    static func run(
        _ arguments: [String], of executable: URL = url, in folder: URL = root, input: Data? = nil, environment: [String: String] = [:]
    ) async throws -> Finished {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = ProcessOutput()
        let errors = ProcessOutput()
        let standardInput = Pipe()
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.standardInput = standardInput
        try await process.runToEnd { standardInput.fileHandleForWriting.finish(writing: input) }
        return try await Finished(status: process.terminationStatus, output: output.end(), errors: errors.end())
    }
}

extension Process {
    /// What no process of a test takes.
    static let patience = DispatchTimeInterval.seconds(50)

    /// Starts the process, and waits until it has ended. One that goes on for too long is killed.
    func runToEnd(started: @escaping () -> Void = {}) async throws {
        let pid = Mutex<pid_t>(0)
        let killing = DispatchWorkItem { pid.withLock { if $0 > 0 { _ = kill($0, SIGKILL) } } }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: killing)
        defer { killing.cancel() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in
                pid.withLock { $0 = 0 }
                continuation.resume()
            }
            do {
                try run()
                if isRunning { pid.withLock { $0 = processIdentifier } }
                started()
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}

extension FileHandle {
    fileprivate func finish(writing data: Data?) {
        if let data { try? write(contentsOf: data) }
        try? close()
    }
}
