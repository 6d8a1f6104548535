internal import Glibc
package import HTTPMessage

/// A body in a temporary file without a name, which the system deletes with the last descriptor, however the process ends.
///
/// One thread at a time appends; afterwards any thread may read.
package final class SpooledFile: SpooledBody, BlockSource, @unchecked Sendable {
    // Unchecked: `count` changes only while one thread appends; afterwards everything is read-only.
    /// Why the file could not be made, written or read.
    package struct Failure: Error, Sendable, Equatable {
        /// The value of `errno`.
        package let code: Int32
        /// Whether the file could not be made, so that another folder may help; else there may be no room.
        package let isInFolder: Bool
    }

    /// The flags O_TMPFILE, which Glibc's module lacks.
    private static let namelessFlags = 0o20000000 | O_DIRECTORY
    /// For a file without a name, closing takes 0.25 ms for each MiB: the system frees it then.
    private static let longBytes = 2 << 20

    /// Closed with the last reference.
    package let descriptor: Int32
    /// Length in bytes.
    package private(set) var count = 0
    private let work: (any WorkQueue)?

    /// An empty file.
    /// - Parameters:
    ///   - directory: the folder whose file system has the bytes.
    ///   - mode: who may read and write it if it gets a name; the process may allow less.
    ///   - work: closes a long file; nil where the last reference goes away on a thread that may wait.
    package init(directory: String, mode: UInt32 = 0o600, closedOn work: (any WorkQueue)? = nil) throws(Failure) {
        var opened = unsafe open(directory, Self.namelessFlags | O_RDWR | O_CLOEXEC, mode_t(mode))
        if opened < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT {
            // For file systems without unnamed files (overlayfs on old kernels).
            var template = Array("\(directory)/understudy-body-XXXXXX".utf8CString)
            opened = unsafe mkstemp(&template)
            if opened >= 0 {
                _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
                unsafe unlink(template)
            }
        }
        guard opened >= 0 else { throw Failure(code: errno, isInFolder: true) }
        descriptor = opened
        self.work = work
    }

    deinit {
        guard count > Self.longBytes, let work else {
            close(descriptor)
            return
        }
        work.submitInAnyCase { [descriptor] in _ = close(descriptor) }
    }

    /// Appends the bytes. May wait for the disk.
    package func append(_ bytes: Span<UInt8>) throws(Failure) {
        if let code = SystemCalls.writeAll(bytes, to: descriptor, at: count) { throw Failure(code: code, isInFolder: false) }
        count += bytes.count
    }

    /// The whole body in memory.
    package func bytes() throws -> [UInt8] { try read(at: 0, limit: count) }

    /// Reads up to `limit` bytes from `offset`; empty at the end.
    package func read(at offset: Int, limit: Int) throws -> [UInt8] {
        let wanted = max(0, min(limit, count - offset))
        var failure: Failure?
        let result = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<wanted])
                do throws(Failure) {
                    let count = unsafe try read(at: offset + filled, into: rest)
                    if count == 0 { return }
                    filled += count
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return result
    }

    /// Fills the front of the buffer.
    /// - Returns: how many bytes; 0 only at the end.
    package func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        let result: Result<Int, Failure> = unsafe buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(Failure) in unsafe try read(at: offset, into: buffer) }
        }
        return try result.get()
    }

    private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count >= 0 { return count }
            if errno != EINTR { throw Failure(code: errno, isInFolder: false) }
        }
    }
}
