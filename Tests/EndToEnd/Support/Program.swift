import Foundation

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

    /// Runs a command to its end.
    static func run(
        _ arguments: [String], of executable: URL = url, in folder: URL = root, input: Data? = nil, environment: [String: String] = [:]
    ) async throws -> Finished {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        let standardInput = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = standardInput
        async let printed = output.readToEnd()
        async let complained = errors.readToEnd()
        try await process.runToEnd { standardInput.fileHandleForWriting.finish(writing: input) }
        return await Finished(status: process.terminationStatus, output: printed, errors: complained)
    }
}

extension Process {
    /// Starts the process, and waits until it has ended.
    func runToEnd(started: @escaping () -> Void = {}) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in continuation.resume() }
            do {
                try run()
                started()
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}

extension Pipe {
    func readToEnd() async -> String {
        let handle = fileHandleForReading
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = (try? handle.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }

    /// Up to the first line feed, or the end.
    func readLine() async -> String {
        let handle = fileHandleForReading
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var line = Data()
                while let byte = try? handle.read(upToCount: 1), byte.first != UInt8(ascii: "\n"), !byte.isEmpty { line += byte }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
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
