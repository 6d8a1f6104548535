package import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// A body on its way from the wire to where a session keeps it.
///
/// The connection's worker only appends pieces to a buffer. Threads of the work pool take what has gathered, decode, digest and store it:
/// one of them at a time, and in turns with other uploads. Reading pauses when much has gathered, so that an upload holds less than
/// half a mebibyte in memory. A short body gathers until it is complete. Whatever ends the upload, its file is gone with it.
package final class S3Upload: BodySink {
    /// Called with the body as the journal shows it.
    package typealias Completion = @Sendable (RequestBody) -> Void

    private struct State {
        var gathered: [UInt8] = []
        /// Whether a thread of the pool has the upload, or will have it.
        var isWorking = false
        /// Ends the wire's pause; nil while it reads.
        var wake: (@Sendable () -> Void)?
        /// Set when the body is complete.
        var completion: Completion?
        var isAbandoned = false
        /// Nil until the body is processed or refused.
        var result: Result<ReceivedBody, S3Error>?
    }

    /// What a thread of the pool does in one turn.
    private enum Turn {
        case take([UInt8], wake: (@Sendable () -> Void)?)
        case finish(Completion)
        case drop
        case none
    }

    /// So many bytes are worth a turn.
    private static let batch = 64 << 10
    /// Reading pauses while so many have gathered.
    private static let mostGathered = 128 << 10

    /// The longest body that is taken, in bytes as they are sent; nil for the wire's limit.
    package let maximumBytes: Int?
    /// Who signed the request, where signatures are verified; nil for nobody.
    let signer: SignedRequest?
    /// What the head has decided; nil if the body matters.
    let refusal: S3Error?
    private let work: any WorkQueue
    private let state: Mutex<State>
    /// Only the thread that has the upload uses it; nil when nothing is kept.
    private let intake: Mutex<UploadIntake?>

    /// - Parameter maximumBytes: of the body as it is sent.
    init(_ intake: consuming sending UploadIntake, signer: SignedRequest? = nil, maximumBytes: Int, work: any WorkQueue) {
        self.maximumBytes = maximumBytes
        self.signer = signer
        refusal = nil
        self.work = work
        self.intake = Mutex(intake)
        state = Mutex(State())
    }

    /// The body of a request that was refused on its head: nothing looks at it.
    init(refused error: S3Error, work: any WorkQueue) {
        maximumBytes = nil
        signer = nil
        refusal = error
        self.work = work
        intake = Mutex(nil)
        state = Mutex(State(result: .failure(error)))
    }

    /// Whether the request is refused, so that the rest of the body does not matter.
    package var isRefused: Bool { if case .failure = result { true } else { false } }

    /// What became of the body; nil while it arrives.
    var result: Result<ReceivedBody, S3Error>? { state.withLock { $0.result } }

    // MARK: Called by the wire

    /// Takes the next piece of the body.
    package func take(_ piece: RawSpan, wake: @escaping @Sendable () -> Void) -> BodySinkStep {
        var bytes: [UInt8] = []
        bytes.append(contentsOf: piece)
        return take(bytes, wake: wake)
    }

    func take(_ piece: [UInt8], wake: @escaping @Sendable () -> Void) -> BodySinkStep {
        let (step, begins) = state.withLock { state -> (BodySinkStep, Bool) in
            guard state.result == nil else { return (.enough, false) }
            if state.gathered.isEmpty { state.gathered = piece } else { state.gathered += piece }
            let begins = !state.isWorking && state.gathered.count >= Self.batch
            if begins { state.isWorking = true }
            guard state.gathered.count >= Self.mostGathered else { return (.more, begins) }
            state.wake = wake
            return (.pause, begins)
        }
        if begins { queueTurn() }
        return step
    }

    /// Drops everything.
    package func abandoned() {
        let begins = state.withLock { state in
            state.isAbandoned = true
            state.gathered = []
            state.wake = nil
            defer { state.isWorking = true }
            return !state.isWorking
        }
        // On the pool, because closing a long file takes time.
        if begins, !work.submit({ self.takeTurn() }) { takeTurn() }
    }

    /// The body is complete. What is still to be done is done on the pool.
    /// - Parameter completion: called once: on a thread of the pool; at once if the request is refused, also because the pool has no room.
    package func finish(_ completion: @escaping Completion) {
        let (begins, isSettled) = state.withLock { state in
            if !state.isWorking, state.result != nil { return (false, true) }
            state.completion = completion
            defer { state.isWorking = true }
            return (!state.isWorking, false)
        }
        if isSettled { completion(.empty) } else if begins { queueTurn() }
    }

    // MARK: On the pool

    /// Without room on the pool the request is refused.
    private func queueTurn() {
        guard !work.submit({ self.takeTurn() }) else { return }
        let (wake, completion) = state.withLock { state in
            state.result = .failure(S3Error(.slowDown))
            state.gathered = []
            state.isWorking = false
            defer { (state.wake, state.completion) = (nil, nil) }
            return (state.wake, state.completion)
        }
        drop()
        wake?()
        completion?(.empty)
    }

    private func takeTurn() {
        while true {
            switch nextTurn() {
            case .take(let bytes, let wake):
                // Reading goes on while these are processed.
                wake?()
                take(bytes)
                // Others first.
                if hasMuchGathered, work.submit({ self.takeTurn() }) { return }
            case .finish(let completion): return complete(completion)
            case .drop: return drop()
            case .none: return
            }
        }
    }

    private var hasMuchGathered: Bool { state.withLock { $0.gathered.count >= Self.batch } }

    private func nextTurn() -> Turn {
        state.withLock { state in
            if state.isAbandoned { return .drop }
            guard state.result == nil else { return endTurns(&state) }
            // Less is left until there is more, or the end.
            if state.gathered.count >= Self.batch || state.completion != nil && !state.gathered.isEmpty {
                defer { (state.gathered, state.wake) = ([], nil) }
                return .take(state.gathered, wake: state.wake)
            }
            return endTurns(&state)
        }
    }

    private func endTurns(_ state: inout State) -> Turn {
        guard let completion = state.completion else {
            state.isWorking = false
            return .none
        }
        state.completion = nil
        return .finish(completion)
    }

    private func take(_ bytes: [UInt8]) {
        let failure: S3Error? = intake.withLock { intake in
            do throws(S3Error) {
                try intake?.take(bytes)
                return nil
            } catch {
                intake = nil
                return error
            }
        }
        guard let failure else { return }
        let wake = state.withLock { state in
            state.result = .failure(failure)
            state.gathered = []
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    private func complete(_ completion: Completion) {
        let result = self.result ?? finishIntake()
        state.withLock { state in
            state.result = result
            state.isWorking = false
        }
        completion((try? result.get())?.shown ?? .empty)
    }

    private func finishIntake() -> Result<ReceivedBody, S3Error> {
        intake.withLock { intake in
            defer { intake = nil }
            do throws(S3Error) {
                guard let body = try intake?.finish() else { return .failure(.internalError("The upload was dropped.")) }
                return .success(body)
            } catch {
                return .failure(error)
            }
        }
    }

    private func drop() { intake.withLock { $0 = nil } }
}
