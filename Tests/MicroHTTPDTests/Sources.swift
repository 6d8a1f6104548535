import HTTPMessage
import Synchronization

/// Blocks from memory; may end early or fail.
final class ArrayBlocks: BlockSource {
    struct Failure: Error {}

    private let bytes: [UInt8]
    private let failsAt: Int

    init(_ bytes: [UInt8], failsAt: Int = .max) {
        self.bytes = bytes
        self.failsAt = failsAt
    }

    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        if offset >= failsAt { throw Failure() }
        let count = min(buffer.byteCount, max(0, bytes.count - offset), failsAt - offset)
        if count > 0 { buffer.withUnsafeMutableBytes { $0.copyBytes(from: bytes[offset..<offset + count]) } }
        return count
    }
}

/// A stream from memory; may make the wire wait before each piece.
final class ArrayStream: BodyStream {
    private struct State {
        var position = 0
        var mayGoOn = false
        var finished = 0
        var wake: (@Sendable () -> Void)?
    }

    private let bytes: [UInt8]
    private let waits: Bool
    private let wakesAtOnce: Bool
    private let breaksAt: Int
    private let state = Mutex(State())

    /// - Parameter waits: `wake` must be called for each piece of 1,000 bytes, by `goOn` or, when it wakes at once, by itself.
    init(_ bytes: [UInt8], waits: Bool, wakesAtOnce: Bool = false, breaksAt: Int = .max) {
        self.bytes = bytes
        self.waits = waits
        self.wakesAtOnce = wakesAtOnce
        self.breaksAt = breaksAt
    }

    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
        var isCalledBack = false
        let range: Range<Int>? = state.withLock { state in
            if waits, !state.mayGoOn {
                state.mayGoOn = wakesAtOnce
                state.wake = wakesAtOnce ? nil : wake
                isCalledBack = wakesAtOnce
                return nil
            }
            state.mayGoOn = false
            let count = min(buffer.byteCount, bytes.count - state.position, waits ? 1000 : .max)
            defer { state.position += count }
            return state.position..<(state.position + count)
        }
        if isCalledBack { wake() }
        guard let range else { return .wait }
        if range.lowerBound >= breaksAt { return .failed }
        if range.isEmpty { return .end }
        buffer.withUnsafeMutableBytes { $0.copyBytes(from: bytes[range]) }
        return .bytes(range.count)
    }

    /// Releases one more piece.
    func goOn() -> Bool {
        let wake = state.withLock { state in
            defer { state.wake = nil }
            if state.wake != nil { state.mayGoOn = true }
            return state.wake
        }
        wake?()
        return wake != nil
    }

    func finish() { state.withLock { $0.finished += 1 } }

    var timesFinished: Int { state.withLock { $0.finished } }
}
