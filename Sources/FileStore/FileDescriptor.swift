internal import Digest
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

    /// The content: as many bytes as the file had when its status was read, or fewer if it has become shorter. What is appended meanwhile belongs
    /// to another version, and is not waited for.
    func readAll(size: Int) throws(FileError) -> [UInt8] {
        var failure: Int32?
        let bytes: [UInt8] = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = unsafe pread(number, buffer.baseAddress! + count, size - count, off_t(count))
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                if read <= 0 { return }
                count += read
            }
        }
        if let failure { throw FileError(errno: failure, .reading, path) }
        return bytes
    }

    /// MD5 of the same bytes, of which only a block is in memory.
    func md5(size: Int) throws(FileError) -> MessageDigest {
        var digest = IncrementalDigest(.md5)
        var offset = 0
        while offset < size {
            let block = try read(at: offset, limit: min(FileStore.quickBytes, size - offset))
            if block.isEmpty { break }
            digest.update(block)
            offset += block.count
        }
        return digest.finish()
    }
}
