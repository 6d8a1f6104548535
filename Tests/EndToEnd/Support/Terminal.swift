import Foundation
import Glibc
import Synchronization
import TestSupport

/// A terminal for the standard error of a process; it keeps what is written to it.
final class Terminal: Sendable {
    let processSide: FileHandle
    private let bell = Bell()
    private let data = Mutex(Data())

    init() throws {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        guard openpty(&ours, &theirs, nil, nil, nil) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        processSide = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
        let descriptor = ours
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                // Ends with an error when nobody has the other side any more.
                let count = read(descriptor, &bytes, bytes.count)
                guard count > 0, let self else { break }
                self.data.withLock { $0 += bytes[..<count] }
                self.bell.ring()
            }
            close(descriptor)
        }
    }

    /// All that has come so far.
    var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Waits until that has been written.
    /// - Returns: whether it has been.
    func contains(_ part: String) async -> Bool { await bell.eventually { self.text.contains(part) } }
}
