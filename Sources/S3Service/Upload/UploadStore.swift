internal import HTTPMessage
internal import S3Dialect
internal import SystemCalls

/// The bytes of an upload: in memory up to a limit, then in a file without a name. For one thread at a time; may wait for the disk.
struct UploadStore: Sendable {
    /// Longer bodies are in a file.
    static let memoryLimit = 64 << 10

    private let folder: SpoolFolder
    private var memory: [UInt8] = []
    private var file: SpooledFile?

    init(_ folder: SpoolFolder) { self.folder = folder }

    /// Number of bytes.
    var count: Int { file?.count ?? memory.count }

    /// - Throws: InternalError when the disk takes no more; SlowDown when few descriptors are left.
    mutating func append(_ bytes: [UInt8]) throws(S3Error) {
        if let file {
            try write(bytes, to: file)
        } else if memory.isEmpty, bytes.count <= Self.memoryLimit, bytes.capacity - bytes.count <= bytes.count / 8 {
            // The whole of a short body, and little room beside it.
            memory = bytes
        } else if memory.count + bytes.count <= Self.memoryLimit {
            memory.append(contentsOf: bytes)
        } else {
            let file = try newFile()
            try write(memory, to: file)
            try write(bytes, to: file)
            self.file = file
            memory = []
        }
    }

    private func newFile() throws(S3Error) -> SpooledFile {
        let file: SpooledFile
        do throws(SpooledFile.Failure) {
            file = try SpooledFile(directory: folder.path, mode: folder.isForEveryone ? 0o666 : 0o600, closedOn: folder.work)
        } catch {
            throw .spooling(error, in: folder)
        }
        // The system gives the lowest number that is free.
        guard file.descriptor < folder.descriptorLimit else { throw .noDescriptor }
        return file
    }

    private func write(_ bytes: [UInt8], to file: SpooledFile) throws(S3Error) {
        do throws(SpooledFile.Failure) { try file.append(bytes.span) } catch { throw .spooling(error, in: folder) }
    }

    /// Everything.
    var body: RequestBody {
        if let file { return .spooled(file) }
        return memory.isEmpty ? .empty : .bytes(memory)
    }

    /// Drops everything.
    mutating func drop() {
        memory = []
        file = nil
    }
}

extension S3Error {
    /// SlowDown, which clients repeat: no descriptor is left for the file of an upload.
    fileprivate static let noDescriptor = S3Error(
        .slowDown,
        "Objects and connections have nearly all descriptors. Delete objects or reset a session, or raise the limit of open files "
            + "(ulimit -n, LimitNOFILE=).")

    /// The file of an upload could not be made or written.
    static func spooling(_ failure: SpooledFile.Failure, in folder: SpoolFolder) -> S3Error {
        if SystemCalls.isOutOfDescriptors(failure.code) { return .noDescriptor }
        let repair = failure.isInFolder ? "Name a folder in which the server's user can make files." : "Make room there."
        return .internalError(
            "Writing a file in \(folder.path) (\(folder.origin)): \(SystemCalls.reason(failure.code)). \(repair)")
    }
}
