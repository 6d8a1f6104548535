internal import DequeModule
internal import Synchronization

/// The webhooks of all sessions that are due: some are under way, and the others wait for one of them to end. Any thread.
final class WebhookQueue: Sendable {
    /// Sends a webhook without blocking, and calls back once, on any thread, when it is over.
    typealias Sending = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    /// The most webhooks that are under way at a time.
    static let maximumUnderWay = 256
    /// The most webhooks that wait.
    static let maximumWaiting = 4_096
    /// Why a webhook is not sent.
    static let refusal = "\(maximumUnderWay) webhooks are under way, and \(maximumWaiting) others wait"

    private struct State: Sendable {
        var underWay = 0
        var waiting: Deque<Sending> = []
        /// Whether a thread starts those that wait. A webhook may be over before its sending returns, so this is a loop and no recursion.
        var isStarting = false
        var whenEmpty: (@Sendable () -> Void)?

        var count: Int { underWay + waiting.count }

        /// What is called because none is under way or waits any more.
        mutating func takeWhenEmpty() -> (@Sendable () -> Void)? {
            guard count == 0 else { return nil }
            defer { whenEmpty = nil }
            return whenEmpty
        }
    }

    private let state = Mutex(State())

    /// How many are under way or wait.
    var count: Int { state.withLock { $0.count } }

    /// Calls back once, on any thread, when none is under way or waits; before this returns if that is so. A later call replaces an earlier
    /// one.
    func whenEmpty(_ body: @escaping @Sendable () -> Void) {
        let call = state.withLock { state in
            state.whenEmpty = body
            return state.takeWhenEmpty()
        }
        call?()
    }

    /// Sends a webhook, now or when an earlier one is over.
    /// - Returns: false when too many wait; then it is never sent.
    func add(_ webhook: @escaping Sending) -> Bool {
        let isTaken = state.withLock { state in
            guard state.waiting.count < Self.maximumWaiting else { return false }
            state.waiting.append(webhook)
            return true
        }
        if isTaken { startWaiting() }
        return isTaken
    }

    private func startWaiting() {
        let isStarter = state.withLock { state in
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isStarter else { return }
        while let webhook = next() {
            webhook { [self] in
                let whenEmpty = state.withLock { state in
                    state.underWay -= 1
                    return state.takeWhenEmpty()
                }
                whenEmpty?()
                startWaiting()
            }
        }
    }

    /// Nil when none waits, or as many as may be are under way; then the starting has ended.
    private func next() -> Sending? {
        state.withLock { state in
            guard state.underWay < Self.maximumUnderWay, let webhook = state.waiting.popFirst() else {
                state.isStarting = false
                return nil
            }
            state.underWay += 1
            return webhook
        }
    }
}
