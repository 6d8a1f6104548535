import HTTPMessage
import Synchronization
import TestSupport

/// Keeps the body that it takes, and may pause before each piece, or be content with the beginning.
final class RecordingSink: BodySink, AdmittedRequest {
    private struct State {
        var bytes: [UInt8] = []
        var pieces = 0
        var abandonments = 0
        var piecesAfterwards = 0
        var pauses = false
        var wake: (@Sendable () -> Void)?
    }

    /// Rung behind each call.
    let bell = Bell()
    private let state: Mutex<State>
    private let enough: Int
    private let wakesAtOnce: Bool

    /// - Parameters:
    ///   - pauses: every piece is followed by a pause, until `goOn`.
    ///   - wakesAtOnce: `wake` is called before `take` returns.
    ///   - enough: how many bytes are wanted.
    init(pauses: Bool = false, wakesAtOnce: Bool = false, enough: Int = .max) {
        state = Mutex(State(pauses: pauses || wakesAtOnce))
        self.wakesAtOnce = wakesAtOnce
        self.enough = enough
    }

    func take(_ piece: RawSpan, wake: @escaping @Sendable () -> Void) -> BodySinkStep {
        let step: BodySinkStep = state.withLock { state in
            if state.abandonments > 0 || state.bytes.count >= enough { state.piecesAfterwards += 1 }
            for offset in 0..<piece.byteCount { state.bytes.append(piece.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) }
            state.pieces += 1
            if state.bytes.count >= enough { return .enough }
            guard state.pauses else { return .more }
            if !wakesAtOnce { state.wake = wake }
            return .pause
        }
        if step == .pause, wakesAtOnce { wake() }
        bell.ring()
        return step
    }

    func abandoned() {
        // Released outside the lock, because it keeps the exchange.
        let wake = state.withLock { state in
            state.abandonments += 1
            defer { state.wake = nil }
            return state.wake
        }
        _ = wake
        bell.ring()
    }

    /// Ends the pause.
    /// - Parameter forGood: there are no further pauses.
    func goOn(forGood: Bool = false) {
        let wake = state.withLock { state in
            if forGood { state.pauses = false }
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    /// Waits for a pause.
    func isPaused() -> Bool { bell.wait { self.state.withLock { $0.wake != nil } } }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var pieces: Int { state.withLock { $0.pieces } }
    var abandonments: Int { state.withLock { $0.abandonments } }
    var piecesAfterwards: Int { state.withLock { $0.piecesAfterwards } }
}
