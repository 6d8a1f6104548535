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
        do {
            let file = try SpooledFile(directory: FileManager.default.temporaryDirectory.path, closedOn: work)
            try file.append([UInt8](repeating: 1, count: count).span)
            descriptor = file.descriptor
        }
        let closing = work.pieces.withLock { $0 }
        #expect(closing.count == pieces)
        guard let close = closing.first else { return }
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        close()
    }
}
