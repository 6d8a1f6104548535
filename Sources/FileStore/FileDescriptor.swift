internal import Glibc

/// An open file, closed with its last reference.
package final class FileDescriptor: Sendable {
    let number: Int32
    /// For messages.
    let path: String

    /// Takes ownership of the descriptor.
    init(takingOwnership number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { close(number) }

    /// The status of the open file (fstat).
    /// - Throws: `FileError`.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw FileError(errno: errno, .reading, path) }
        return FileStatus(status)
    }

    /// Fills the front of the buffer and returns how many bytes; 0 only at the end. Any thread.
    func read(at offset: Int, into buffer: inout MutableRawSpan) throws(FileError) -> Int {
        let (count, code) = unsafe buffer.withUnsafeMutableBytes { target in
            while true {
                let count = unsafe pread(number, target.baseAddress, target.count, off_t(offset))
                if count >= 0 || errno != EINTR { return (count, errno) }
            }
        }
        guard count >= 0 else { throw FileError(errno: code, .reading, path) }
        return count
    }

    /// Up to `limit` bytes from `offset` on; empty only at the end. Any thread.
    func read(at offset: Int, limit: Int) throws(FileError) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: limit)
        var span = block.mutableSpan
        var raw = unsafe span.mutableBytes
        let count = try read(at: offset, into: &raw)
        block.removeSubrange(count...)
        return block
    }

    /// The whole content.
    /// - Parameter expected: the probable length. A regular file of that length is read with one call.
    func readAll(expected: Int) throws(FileError) -> [UInt8] {
        var failure: Int32?
        var isWhole = false
        var bytes: [UInt8] = unsafe [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
            while count < buffer.count {
                let read = unsafe pread(number, buffer.baseAddress! + count, buffer.count - count, off_t(count))
                if read < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                count += read
                // Fewer bytes than requested, or none, mean the end.
                isWhole = read == 0 || count == expected
                if isWhole { return }
            }
        }
        if let failure { throw FileError(errno: failure, .reading, path) }
        // It has grown since its size was read.
        while !isWhole {
            let block = try read(at: bytes.count, limit: 1 << 16)
            bytes += block
            isWhole = block.isEmpty
        }
        return bytes
    }
}
