internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import SystemCalls

/// A request body in a temporary file without a name, which the system deletes with the last descriptor.
final class SpooledFile: SpooledBody, @unchecked Sendable {
    // Unchecked: `count` changes only while one thread receives the body; afterwards everything is read-only.
    private let descriptor: Int32
    private(set) var count = 0

    init(directory: String) throws(WireError) {
        let doing = "Keeping a long request body — \"\(directory)\""
        var opened = unsafe wire_open_nameless(directory)
        if opened < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT {
            // For file systems without unnamed files (overlayfs on old kernels).
            var template = Array("\(directory)/understudy-body-XXXXXX".utf8CString)
            opened = unsafe mkstemp(&template)
            if opened >= 0 {
                _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
                unsafe unlink(template)
            }
        }
        guard opened >= 0 else { throw .system(doing, repair: "Name another folder in TMPDIR.") }
        descriptor = opened
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws(WireError) {
        let result: Result<Void, WireError> = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(WireError) in unsafe try append(bytes) }
        }
        try result.get()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(WireError) {
        if let code = unsafe SystemCalls.writeAll(Span(_unsafeBytes: bytes), to: descriptor, at: count) {
            throw .system("Keeping a long request body", code, repair: "Make room on the disk.")
        }
        count += bytes.count
    }

    func bytes() throws -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        while result.count < count {
            let piece = try read(at: result.count, limit: min(1 << 20, count - result.count))
            if piece.isEmpty { break }
            result += piece
        }
        return result
    }

    func read(at offset: Int, limit: Int) throws -> [UInt8] {
        let wanted = max(0, min(limit, count - offset))
        var failed = false
        let result = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let result = unsafe pread(descriptor, buffer.baseAddress! + filled, wanted - filled, offset + filled)
                if result < 0, errno == EINTR { continue }
                failed = result < 0
                guard result > 0 else { return }
                filled += result
            }
        }
        if failed { throw WireError.system("Reading a long request body") }
        return result
    }
}
