internal import HTTPMessage
internal import SystemCalls

/// Receives a request body up to the allowed length: keeps it, passes it to a sink, or drops it.
final class BodyReader {
    /// What happens to the bytes.
    enum Use {
        /// In memory up to a limit and while there is room, then in a file.
        case keep
        case stream(any BodySink)
        case drop
    }

    enum Step: Equatable {
        case more
        /// The sink has called the wire's `wake` or will call it.
        case pause
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
    /// What the regulator said last; nil to go on at once.
    var resumption: Resumption?
    private let memoryLimit: Int
    private let directory: String
    private let work: (any WorkQueue)?
    private var use: Use
    /// The sink, until the responder is asked for the response.
    private var sink: (any BodySink)?
    private var memory: [UInt8] = []
    /// Where the bytes in memory come from, and how many have been taken.
    private let room: BodyRoom
    private var taken = 0
    private var file: SpooledFile?
    /// All received bytes, including those that are not kept.
    private(set) var received = 0

    init(
        _ use: Use = .keep, limit: Int, breaksAfter: Int? = nil, expected: Int?, options: DaemonOptions, room: BodyRoom,
        regulator: (any UploadRegulator)? = nil
    ) {
        self.use = use
        self.limit = limit
        self.breaksAfter = breaksAfter
        self.expected = expected
        self.regulator = regulator
        self.room = room
        memoryLimit = options.bodyBytesInMemory
        directory = options.temporaryDirectory
        work = options.work
        switch use {
        case .keep: if let expected { memory.reserveCapacity(min(expected, limit, memoryLimit)) }
        case .stream(let sink): self.sink = sink
        case .drop: break
        }
    }

    deinit { giveBackRoom() }

    /// Whether the announced length exceeds the allowed one.
    var announcesTooMuch: Bool { expected.map { $0 > limit } ?? false }

    /// Bytes in memory and in the file.
    var keptBytes: Int { file?.count ?? memory.count }

    /// - Parameter wake: makes what a sink calls after a pause; only called for a sink.
    func take(_ bytes: UnsafeRawBufferPointer, wake: () -> @Sendable () -> Void) -> Step {
        received += bytes.count
        if let breaksAfter, received >= breaksAfter { return .breaks }
        guard received <= limit else {
            abandon()
            return .tooLong
        }
        switch use {
        case .drop: return .more
        case .stream(let sink):
            switch unsafe sink.take(RawSpan(_unsafeBytes: bytes), wake: wake()) {
            case .more: return .more
            case .pause: return .pause
            case .enough:
                use = .drop
                return .more
            }
        case .keep: return unsafe keep(bytes)
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Step {
        do throws(SpooledFile.Failure) {
            if let file {
                unsafe try file.append(Span(_unsafeBytes: bytes))
            } else if memory.count + bytes.count <= memoryLimit, room.take(bytes.count) {
                taken += bytes.count
                unsafe memory.append(contentsOf: bytes)
            } else {
                let file = try SpooledFile(directory: directory, closedOn: work)
                try file.append(memory.span)
                unsafe try file.append(Span(_unsafeBytes: bytes))
                self.file = file
                memory = []
                giveBackRoom()
            }
        } catch {
            abandon()
            return .failed(.spooling(error, in: directory))
        }
        return .more
    }

    /// The whole body; `.empty` if a sink took it. Chunks without a byte are a body, too. The reader keeps nothing afterwards but the body's
    /// room, until `abandon`.
    func finish() -> RequestBody {
        defer { drop() }
        if let file { return .spooled(file) }
        if case .keep = use, expected == nil { return .bytes(memory) }
        return memory.isEmpty ? .empty : .bytes(memory)
    }

    /// The responder is asked for the response: it now owns what the sink took.
    func handOver() { sink = nil }

    /// Drops what was received, and notifies the sink unless the responder was asked. A second call does nothing.
    func abandon() {
        drop()
        giveBackRoom()
        use = .drop
        let sink = sink
        self.sink = nil
        sink?.abandoned()
    }

    private func giveBackRoom() {
        guard taken > 0 else { return }
        room.giveBack(taken)
        taken = 0
    }

    private func drop() {
        memory = []
        file = nil
    }
}
