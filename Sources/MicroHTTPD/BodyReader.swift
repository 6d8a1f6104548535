internal import HTTPMessage

/// Receives a request body: into memory up to a limit, then into a file, up to the allowed length.
final class BodyReader {
    enum Step: Equatable {
        case more
        /// The last bytes exceed the allowed length.
        case tooLong
        /// The point of the planned fault is reached.
        case breaks
        /// The file could not be written.
        case failed(WireError)
    }

    let limit: Int
    /// The fault comes after this many bytes of the body; nil for no fault.
    let breaksAfter: Int?
    /// The announced length; nil for chunks.
    let expected: Int?
    /// Limits the speed of reading; nil for no limit.
    let regulator: (any UploadRegulator)?
    /// The moment that the regulator returned last, of `MonotonicClock`; nil for none.
    var resumption: Int64?
    private let memoryLimit: Int
    private let directory: String
    private var memory: [UInt8] = []
    private var file: SpooledFile?
    /// All received bytes, including those that are not kept.
    private(set) var received = 0

    init(limit: Int, breaksAfter: Int? = nil, expected: Int?, options: DaemonOptions, regulator: (any UploadRegulator)? = nil) {
        self.limit = limit
        self.breaksAfter = breaksAfter
        self.expected = expected
        self.regulator = regulator
        memoryLimit = options.bodyBytesInMemory
        directory = options.temporaryDirectory
        if let expected { memory.reserveCapacity(min(expected, limit, memoryLimit)) }
    }

    var isTooLong: Bool { received > limit }

    func take(_ bytes: UnsafeRawBufferPointer) -> Step {
        received += bytes.count
        if let breaksAfter, received >= breaksAfter { return .breaks }
        guard received <= limit else {
            drop()
            return .tooLong
        }
        do throws(WireError) {
            if let file {
                unsafe try file.append(bytes)
            } else if memory.count + bytes.count <= memoryLimit {
                unsafe memory.append(contentsOf: bytes)
            } else {
                let file = try SpooledFile(directory: directory)
                try file.append(memory)
                unsafe try file.append(bytes)
                self.file = file
                memory = []
            }
        } catch {
            drop()
            return .failed(error)
        }
        return .more
    }

    /// The whole body. The reader is empty afterwards.
    func finish() -> RequestBody {
        defer { drop() }
        if let file { return .spooled(file) }
        return memory.isEmpty ? .empty : .bytes(memory)
    }

    private func drop() {
        memory = []
        file = nil
    }
}
