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

    /// - Throws: InternalError when the disk takes no more.
    mutating func append(_ bytes: [UInt8]) throws(S3Error) {
        do throws(SpooledFile.Failure) {
            if let file {
                try file.append(bytes.span)
            } else if memory.isEmpty, bytes.count <= Self.memoryLimit, bytes.capacity - bytes.count <= bytes.count / 8 {
                // The whole of a short body, and little room beside it.
                memory = bytes
            } else if memory.count + bytes.count <= Self.memoryLimit {
                memory.append(contentsOf: bytes)
            } else {
                let file = try SpooledFile(
                    directory: folder.path, mode: folder.isForEveryone ? 0o666 : 0o600, closedOn: folder.work)
                try file.append(memory.span)
                try file.append(bytes.span)
                self.file = file
                memory = []
            }
        } catch {
            let place = error.isInFolder ? "a file in \(folder.path) (\(folder.origin))" : "the upload's file"
            throw .internalError("Writing \(place): \(SystemCalls.reason(error.code)).")
        }
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
