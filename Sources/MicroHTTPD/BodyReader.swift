internal import HTTPMessage

/// Takes a request body in: to memory up to a limit, then to a file; and no more than allowed.
final class BodyReader {
    enum Step: Equatable {
        case more
        /// Longer than allowed, by the bytes just given.
        case tooLong
        /// The planned break is reached.
        case breaks
        /// The file could not be written.
        case failed(WireError)
    }

    let limit: Int
    /// The body breaks after so many bytes; nil for never.
    let breaksAfter: Int?
    /// The length that was announced; nil for chunks.
    let expected: Int?
    /// Says when to read on.
    let regulator: (any UploadRegulator)?
    /// The last moment that it said, of `MonotonicClock`.
    var resumption: Int64?
    private let memoryLimit: Int
    private let directory: String
    private var memory: [UInt8] = []
    private var file: SpooledFile?
    /// All bytes that came, also those not kept.
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

    /// The body, whole; the reader is empty afterwards.
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
