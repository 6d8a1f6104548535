internal import DequeModule
internal import Glibc
internal import HTTPMessage
internal import SystemCalls

/// A few threads for work that must not block a worker of the wire.
///
/// A thread is started when work is queued and all others are busy, up to a limit, and runs until the pool stops. An unused pool costs
/// nothing. Thread-safe.
package final class WorkPool: WorkQueue {
    /// Default of the most threads.
    package static let defaultThreads = 4
    /// Default of the most queued pieces of work.
    package static let defaultQueueLimit = 1_024

    private let queueLimit: Int
    private let core: Core

    /// - Parameters:
    ///   - threads: the most threads; at least 1.
    ///   - queueLimit: the most pieces of work that wait for a thread; at least 1. `submit` refuses more.
    ///   - longestBusy: how long the pool may be busy before `whenQuiet` is called nevertheless.
    package init(threads: Int = defaultThreads, queueLimit: Int = defaultQueueLimit, longestBusy: Duration = .seconds(10)) {
        self.queueLimit = max(1, queueLimit)
        core = Core(threadLimit: max(1, threads), longestBusy: longestBusy)
    }

    deinit { core.stop() }

    /// Queues the work. Work starts in the order of submission and may run in parallel.
    /// - Returns: false when the queue is full, the pool is stopped, or the system has no thread left. The work is then never run.
    package func submit(_ work: @escaping @Sendable () -> Void) -> Bool { core.submit(work, mayWait: queueLimit) }

    /// Queues the work, also beyond the limit. If the pool is stopped, or the system has no thread left, it is done before this returns.
    package func submitInAnyCase(_ work: @escaping @Sendable () -> Void) {
        if !core.submit(work, mayWait: .max) { work() }
    }

    /// Sets what is called when a thread of the pool has worked and then has had nothing to do for a second, and every ten seconds of a
    /// pool that is always busy. On that thread; work that comes meanwhile is for others.
    package func whenQuiet(_ body: @escaping @Sendable () -> Void) { core.monitor.locked { core.whenQuiet = body } }

    /// Accepts no more work, runs everything that is queued, and ends the threads. Blocks until then. A second call does nothing.
    ///
    /// If work of this pool calls it, it does not wait for its own thread.
    package func stop() { core.stop() }

    /// Threads that are running.
    package var threadCount: Int { core.monitor.locked { core.threads.count } }
    /// Pieces of work that wait for a thread.
    package var queuedCount: Int { core.monitor.locked { core.queue.count } }
    /// Pieces of work that have begun and not ended, and those that wait for a thread.
    package var unfinishedCount: Int { core.monitor.locked { core.queue.count + core.busy } }

    /// The state that the threads retain, so that a pool without references can end.
    private final class Core: @unchecked Sendable {
        // Unchecked: the mutable members are only used while the monitor is locked.
        let monitor = Monitor()
        let threadLimit: Int
        let longestBusy: Duration
        var queue: Deque<@Sendable () -> Void> = []
        var threads: [pthread_t] = []
        /// Number of threads that wait for work.
        var idle = 0
        /// Number of pieces of work that have begun and not ended.
        var busy = 0
        var isClosed = false
        var whenQuiet: (@Sendable () -> Void)?
        /// When `whenQuiet` was last called.
        var quietAt: ContinuousClock.Instant?

        init(threadLimit: Int, longestBusy: Duration) {
            self.threadLimit = threadLimit
            self.longestBusy = longestBusy
        }

        /// - Parameter limit: how many pieces of work may wait.
        func submit(_ work: @escaping @Sendable () -> Void, mayWait limit: Int) -> Bool {
            let (isQueued, isAwaited) = monitor.locked {
                guard !isClosed, queue.count < limit else { return (false, false) }
                if queue.count >= idle, threads.count < threadLimit {
                    let isStarted = startThread()
                    // Another thread does the work otherwise.
                    if !isStarted, threads.isEmpty { return (false, false) }
                }
                queue.append(work)
                return (true, idle > 0)
            }
            // Without the lock: the thread needs it as soon as it runs.
            if isAwaited { monitor.signal() }
            return isQueued
        }

        /// Call it with the lock held.
        private func startThread() -> Bool {
            var thread = pthread_t()
            let retained = unsafe Unmanaged.passRetained(self)
            let result = SystemCalls.blockingSignals {
                unsafe pthread_create(
                    &thread, nil,
                    { core in
                        unsafe Unmanaged<Core>.fromOpaque(core!).takeRetainedValue().work()
                        return nil
                    }, retained.toOpaque())
            }
            guard result == 0 else {
                unsafe retained.release()
                return false
            }
            threads.append(thread)
            return true
        }

        private func work() {
            var busySince: ContinuousClock.Instant?
            var isBusy = false
            while let work = next(&busySince, &isBusy) { work() }
        }

        /// - Parameters:
        ///   - busySince: when the thread began to work; nil if it has not worked since it was last quiet.
        ///   - isBusy: whether the thread comes from a piece of work of the queue, and then whether it goes to one.
        /// - Returns: nil when the pool is stopped and the queue is empty.
        private func next(_ busySince: inout ContinuousClock.Instant?, _ isBusy: inout Bool) -> (@Sendable () -> Void)? {
            monitor.locked {
                if isBusy { busy -= 1 }
                isBusy = false
                if let since = busySince, let whenQuiet, isBusyTooLong(since), !isClosed {
                    busySince = nil
                    quietAt = .now
                    return whenQuiet
                }
                while queue.isEmpty, !isClosed {
                    idle += 1
                    defer { idle -= 1 }
                    if busySince != nil, let whenQuiet {
                        guard !monitor.wait(for: .seconds(Self.secondsUntilQuiet)) else { continue }
                        busySince = nil
                        guard queue.isEmpty, !isClosed else { continue }
                        quietAt = .now
                        return whenQuiet
                    }
                    monitor.wait()
                }
                if busySince == nil { busySince = .now }
                guard let work = queue.popFirst() else { return nil }
                isBusy = true
                busy += 1
                return work
            }
        }

        /// Whether the thread has been busy for so long, and no other was quiet meanwhile. Call it with the lock held.
        private func isBusyTooLong(_ since: ContinuousClock.Instant) -> Bool {
            ContinuousClock.now - max(since, quietAt ?? since) >= longestBusy
        }

        private static let secondsUntilQuiet = 1

        func stop() {
            let ending = monitor.locked {
                isClosed = true
                monitor.signalAll()
                defer { threads = [] }
                return threads
            }
            for thread in ending {
                if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
            }
        }
    }
}
