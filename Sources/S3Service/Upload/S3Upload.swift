package import HTTPMessage
package import S3Dialect
internal import Synchronization

/// A body on its way from the wire to where a session keeps it.
///
/// The connection's worker appends pieces to a buffer. A thread of the work pool takes the buffer, and decodes, digests and stores it.
/// Only one thread works on an upload at a time, and uploads take turns. Reading pauses while the buffer is full, so that an upload holds
/// less than half a mebibyte in memory. A short body stays in the buffer until it is complete; if nothing of the request takes time, the
/// worker then does the rest itself (decision 0277). An upload that ends early deletes its file.
package final class S3Upload: BodySink {
    /// Called with the body as the journal shows it.
    package typealias Completion = @Sendable (RequestBody) -> Void

    private struct State {
        var gathered: [UInt8] = []
        /// Whether a thread of the pool works on the upload, or is about to.
        var isWorking = false
        /// Ends the wire's pause; nil while it reads.
        var wake: (@Sendable () -> Void)?
        /// Set when the body is complete.
        var completion: Completion?
        var isAbandoned = false
        /// Nil until the body is processed or refused.
        var result: Result<ReceivedBody, S3Error>?
        /// What the fields of an upload form say; nil until the body is processed or refused, and for another body.
        var form: PostFormSummary?
    }

    /// What a thread of the pool does in one turn.
    private enum Turn {
        case take([UInt8], wake: (@Sendable () -> Void)?)
        case finish(Completion)
        case drop
        case none
    }

    /// How many bytes start a turn.
    private static let batch = 64 << 10
    /// What the usual chunked encoding of a short body adds, in bytes.
    private static let mostFraming = 512
    /// Reading pauses while the buffer has this many bytes.
    private static let mostGathered = 128 << 10
    /// The longest body that the worker finishes: a tenth of a millisecond, and less than one if each byte is a chunk of its own that is
    /// signed.
    private static let mostOnWorker = 32 << 10

    /// The limit of the body, in bytes as sent; nil for the wire's limit.
    package let maximumBytes: Int?
    /// The call, as its head has it, and its operation; nil if it was refused.
    let accepted: (call: S3Call, operation: any S3Operation.Type)?
    /// The error for a request that was refused on its head; nil if the body is processed.
    let refusal: S3Error?
    /// How many bytes the buffer has room for, so that it need not grow.
    private let usualBytes: Int
    /// Whether a short body takes less than a millisecond from its end to the response.
    private let isQuickIfShort: Bool
    private let work: any WorkQueue
    private let state: Mutex<State>
    /// Decodes and stores the body; nil if nothing is kept. Only the thread that works on the upload uses it.
    private let intake: Mutex<UploadIntake?>

    /// - Parameters:
    ///   - length: of the object, in bytes; nil if it is not known.
    ///   - maximumBytes: the limit of the body, in bytes as sent.
    ///   - isQuickIfShort: whether a short body takes less than a millisecond from its end to the response, and waits for no disk.
    init(
        _ intake: consuming sending UploadIntake, for accepted: (call: S3Call, operation: any S3Operation.Type)? = nil, length: Int? = nil,
        maximumBytes: Int, isQuickIfShort: Bool = false, work: any WorkQueue
    ) {
        usualBytes = min(length.map { $0 + Self.mostFraming } ?? Self.batch, Self.batch)
        self.maximumBytes = maximumBytes
        self.isQuickIfShort = isQuickIfShort
        self.accepted = accepted
        refusal = nil
        self.work = work
        self.intake = Mutex(intake)
        state = Mutex(State())
    }

    /// The body of a request that was refused on its head. It is ignored.
    init(refused error: S3Error, work: any WorkQueue) {
        maximumBytes = nil
        accepted = nil
        refusal = error
        usualBytes = 0
        isQuickIfShort = false
        self.work = work
        intake = Mutex(nil)
        state = Mutex(State(result: .failure(error)))
    }

    /// Whether the request is refused, so that the rest of the body does not matter.
    package var isRefused: Bool { if case .failure = result { true } else { false } }

    /// The processed body, or why it was refused; nil while it arrives.
    var result: Result<ReceivedBody, S3Error>? { state.withLock { $0.result } }

    /// What the fields of an upload form say, whether or not it is refused; nil if they were not read, and for another body. Known when the
    /// upload is finished.
    package var form: PostFormSummary? { state.withLock { $0.form } }

    // MARK: Called by the wire

    /// Takes the next piece of the body.
    package func take(_ piece: RawSpan, wake: @escaping @Sendable () -> Void) -> BodySinkStep {
        let (step, begins) = state.withLock { state -> (BodySinkStep, Bool) in
            guard state.result == nil else { return (.enough, false) }
            if state.gathered.isEmpty { state.gathered.reserveCapacity(usualBytes) }
            state.gathered.append(contentsOf: piece)
            let begins = !state.isWorking && state.gathered.count >= Self.batch
            if begins { state.isWorking = true }
            guard state.gathered.count >= Self.mostGathered else { return (.more, begins) }
            state.wake = wake
            return (.pause, begins)
        }
        if begins { queueTurn() }
        return step
    }

    /// Discards the upload: the connection ended before the body was complete.
    package func abandoned() {
        let begins = state.withLock { state in
            state.isAbandoned = true
            state.gathered = []
            state.wake = nil
            defer { state.isWorking = true }
            return !state.isWorking
        }
        // On the pool, however full it is, because closing a long file takes time.
        if begins { work.submitInAnyCase { self.takeTurn() } }
    }

    /// Ends the upload on this thread: the body is complete, and what is left takes less than a millisecond.
    /// - Returns: the body as the journal shows it; nil if nothing was done, and `finish` is to be called.
    package func finishQuickly() -> RequestBody? {
        let rest = state.withLock { state -> [UInt8]? in
            if state.isWorking { return nil }
            guard state.result == nil else { return [] }
            guard isQuickIfShort, state.gathered.count <= Self.mostOnWorker else { return nil }
            state.isWorking = true
            defer { state.gathered = [] }
            return state.gathered
        }
        guard let rest else { return nil }
        if !rest.isEmpty { take(rest) }
        return settle()
    }

    /// Ends the upload: the body is complete. The rest of the work is done on the pool.
    /// - Parameter completion: called once: on a thread of the pool, or at once if the request is refused (also when the pool is full).
    package func finish(_ completion: @escaping Completion) {
        let (begins, isSettled) = state.withLock { state in
            if !state.isWorking, state.result != nil { return (false, true) }
            state.completion = completion
            defer { state.isWorking = true }
            return (!state.isWorking, false)
        }
        if isSettled { completion(.empty) } else if begins { queueTurn() }
    }

    // MARK: On the pool, and for a short body on the worker

    /// Queues a turn; if the pool is full, the request is refused.
    private func queueTurn() {
        guard !work.submit({ self.takeTurn() }) else { return }
        let (wake, completion) = state.withLock { state in
            state.result = .failure(S3Error(.slowDown))
            state.gathered = []
            state.isWorking = false
            defer { (state.wake, state.completion) = (nil, nil) }
            return (state.wake, state.completion)
        }
        work.submitInAnyCase { self.drop() }
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
                // Lets other uploads take their turn.
                if hasMuchGathered, work.submit({ self.takeTurn() }) { return }
            case .finish(let completion): return completion(settle())
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
            // A smaller buffer waits for more bytes, or for the end of the body.
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
        let (failure, fields) = intake.withLock { intake -> (S3Error?, PostFields?) in
            do throws(S3Error) {
                try intake?.take(bytes)
                return (nil, nil)
            } catch {
                let fields = intake?.fields
                intake = nil
                return (error, fields)
            }
        }
        guard let failure else { return }
        let wake = state.withLock { state in
            state.result = .failure(failure)
            state.form = fields.map { PostFormSummary($0) }
            state.gathered = []
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    /// Notes the result, after the last bytes.
    /// - Returns: the body as the journal shows it.
    private func settle() -> RequestBody {
        let result = self.result ?? finishIntake()
        state.withLock { state in
            state.result = result
            state.isWorking = false
        }
        return (try? result.get())?.shown ?? .empty
    }

    private func finishIntake() -> Result<ReceivedBody, S3Error> {
        let (result, fields) = intake.withLock { intake -> (Result<ReceivedBody, S3Error>, PostFields?) in
            defer { intake = nil }
            let fields = intake?.fields
            do throws(S3Error) {
                guard let body = try intake?.finish() else { return (.failure(.internalError("The upload was dropped.")), nil) }
                return (.success(body), fields)
            } catch {
                return (.failure(error), fields)
            }
        }
        state.withLock { $0.form = fields.map { PostFormSummary($0) } }
        return result
    }

    private func drop() { intake.withLock { $0 = nil } }
}
