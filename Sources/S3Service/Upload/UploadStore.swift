internal import HTTPMessage
internal import S3Dialect
internal import SystemCalls

/// The bytes of an upload: in memory up to a limit, then in a file without a name. For one thread at a time; may wait for the disk.
struct UploadStore: Sendable {
    /// Longer bodies are in a file.
    static let memoryLimit = 64 << 10

    /// The folder of the files.
    private let directory: String
    private var memory: [UInt8] = []
    private var file: SpooledFile?

    init(directory: String) { self.directory = directory }

    /// Number of bytes.
    var count: Int { file?.count ?? memory.count }

    /// - Throws: InternalError when the disk takes no more.
    mutating func append(_ bytes: Span<UInt8>) throws(S3Error) {
        do throws(SpooledFile.Failure) {
            if let file {
                try file.append(bytes)
            } else if memory.count + bytes.count <= Self.memoryLimit {
                memory.append(contentsOf: bytes)
            } else {
                let file = try SpooledFile(directory: directory)
                try file.append(memory.span)
                try file.append(bytes)
                self.file = file
                memory = []
            }
        } catch {
            let place = error.isInFolder ? "a file in \(directory) (TMPDIR)" : "the upload's file"
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
