import Foundation
import Synchronization
import TestSupport

/// What a process writes: read as it comes, so that the process never waits for this one, and waited for in bounded time only.
final class ProcessOutput: Sendable {
    let pipe = Pipe()
    private let bell = Bell()
    private let state = Mutex<(data: Data, isAtEnd: Bool)>((Data(), false))

    init() {
        let handle = pipe.fileHandleForReading
        // The thread goes when the last process that holds the pipe has gone.
        Thread.detachNewThread { [self] in
            while true {
                let piece = handle.availableData
                if piece.isEmpty { break }
                state.withLock { $0.data += piece }
                bell.ring()
            }
            state.withLock { $0.isAtEnd = true }
            bell.ring()
        }
    }

    /// All that has come so far.
    var text: String { state.withLock { String(decoding: $0.data, as: UTF8.self) } }

    /// The first line; all that came when there was none in time, or before the end.
    func firstLine() async -> String {
        _ = await bell.eventually(within: .seconds(60)) { self.state.withLock { $0.isAtEnd || $0.data.contains(UInt8(ascii: "\n")) } }
        return String(text.prefix { $0 != "\n" })
    }

    /// Waits until that has been written.
    /// - Returns: whether it has been.
    func contains(_ part: String) async -> Bool { await bell.eventually { self.text.contains(part) } }

    /// Everything, once the process and all that inherited the pipe from it have closed it.
    /// - Throws: `StillOpen` when they have not after a while.
    func end() async throws -> String {
        guard await bell.eventually({ self.state.withLock { $0.isAtEnd } }) else { throw StillOpen(text: text) }
        return text
    }

    struct StillOpen: Error, CustomStringConvertible {
        var text: String
        var description: String { "the process has ended, and another one that it left behind holds its output: \(text)" }
    }
}
