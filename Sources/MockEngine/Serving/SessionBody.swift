internal import HTTPMessage
internal import Synchronization

/// A body that arrives from another server. When its session ends, the response is broken off and the source is finished.
final class SessionBody: BodyStream {
    private struct State: Sendable {
        var isOver = false
        /// While the reader waits.
        var wake: (@Sendable () -> Void)?
    }

    private let source: any BodyStream
    private let sources: PendingSources
    private let number: UInt64
    private let state = Mutex(State())

    /// - Parameter sources: those of the session.
    init(_ source: any BodyStream, in sources: PendingSources) {
        self.source = source
        self.sources = sources
        number = sources.add()
        sources.set({ [weak self] in self?.end() }, for: number)
    }

    deinit { _ = sources.take(number) }

    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
        let isOver = state.withLock { state in
            state.wake = wake
            return state.isOver
        }
        if isOver { return .failed }
        let step = source.read(into: &buffer) { [weak self] in self?.wakeUp() }
        if step != .wait { state.withLock { $0.wake = nil } }
        return step
    }

    func finish() { source.finish() }

    private func end() {
        state.withLock { $0.isOver = true }
        wakeUp()
    }

    private func wakeUp() {
        let wake = state.withLock { state in
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }
}
