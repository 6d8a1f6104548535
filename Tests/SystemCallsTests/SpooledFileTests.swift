import Foundation
import Glibc
import HTTPMessage
import Synchronization
import SystemCalls
import Testing

@Suite struct SpooledFileTests {
    private final class LateWork: WorkQueue {
        let pieces = Mutex<[@Sendable () -> Void]>([])

        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            pieces.withLock { $0.append(work) }
            return true
        }
    }

    /// Closing a long file takes time, wherever its last reference goes away.
    @Test(arguments: [(2 << 20, 0), ((2 << 20) + 1, 1)]) func aLongFileIsClosedOnTheQueue(count: Int, pieces: Int) throws {
        let work = LateWork()
        var descriptor: Int32 = -1
        // Keeps the number of the file from becoming another one's.
        var kept: Int32 = -1
        defer { close(kept) }
        do {
            let file = try SpooledFile(directory: FileManager.default.temporaryDirectory.path, closedOn: work)
            try file.append([UInt8](repeating: 1, count: count).span)
            withExtendedLifetime(file) {
                descriptor = file.descriptor
                kept = dup(descriptor)
            }
        }
        /// Whether the descriptor is that file: its number may be another one's by now.
        func isOpen() -> Bool {
            var (now, file) = (stat(), stat())
            guard fstat(kept, &file) == 0, fstat(descriptor, &now) == 0 else { return false }
            return now.st_dev == file.st_dev && now.st_ino == file.st_ino
        }
        let closing = work.pieces.withLock { $0 }
        #expect(closing.count == pieces)
        #expect(isOpen() == (pieces > 0))
        guard let closes = closing.first else { return }
        closes()
        #expect(!isOpen())
    }
}
