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

    private let core: Core

    /// - Parameters:
    ///   - threads: the most threads; at least 1.
    ///   - queueLimit: the most pieces of work that wait for a thread; at least 1. More work is refused.
    package init(threads: Int = defaultThreads, queueLimit: Int = defaultQueueLimit) {
        core = Core(threadLimit: max(1, threads), queueLimit: max(1, queueLimit))
    }

    deinit { core.stop() }

    /// Queues the work. Work starts in the order of submission and may run in parallel.
    /// - Returns: false when the queue is full, the pool is stopped, or the system has no thread left. The work is then never run.
    package func submit(_ work: @escaping @Sendable () -> Void) -> Bool { core.submit(work) }

    /// Sets what is called when a thread of the pool has worked and then has had nothing to do for a second. On that thread; work that comes
    /// meanwhile is for others.
    package func whenQuiet(_ body: @escaping @Sendable () -> Void) { core.monitor.locked { core.whenQuiet = body } }

    /// Accepts no more work, runs everything that is queued, and ends the threads. Blocks until then. A second call does nothing.
    ///
    /// If work of this pool calls it, it does not wait for its own thread.
    package func stop() { core.stop() }

    /// Threads that are running.
    package var threadCount: Int { core.monitor.locked { core.threads.count } }
    /// Pieces of work that wait for a thread.
    package var queuedCount: Int { core.monitor.locked { core.queue.count } }

    /// The state that the threads retain, so that a pool without references can end.
    private final class Core: @unchecked Sendable {
        // Unchecked: the mutable members are only used while the monitor is locked.
        let monitor = Monitor()
        let threadLimit: Int
        let queueLimit: Int
        var queue: Deque<@Sendable () -> Void> = []
        var threads: [pthread_t] = []
        /// Number of threads that wait for work.
        var idle = 0
        var isClosed = false
        var whenQuiet: (@Sendable () -> Void)?

        init(threadLimit: Int, queueLimit: Int) {
            self.threadLimit = threadLimit
            self.queueLimit = queueLimit
        }

        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            monitor.locked {
                guard !isClosed, queue.count < queueLimit else { return false }
                if queue.count >= idle, threads.count < threadLimit, !startThread(), threads.isEmpty { return false }
                queue.append(work)
                monitor.signal()
                return true
            }
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
            var hasWorked = false
            while let work = next(&hasWorked) { work() }
        }

        /// - Parameter hasWorked: whether the thread has worked since it was last quiet.
        /// - Returns: nil when the pool is stopped and the queue is empty.
        private func next(_ hasWorked: inout Bool) -> (@Sendable () -> Void)? {
            monitor.locked {
                while queue.isEmpty, !isClosed {
                    idle += 1
                    defer { idle -= 1 }
                    if hasWorked, let whenQuiet {
                        guard !monitor.wait(for: .seconds(Self.secondsUntilQuiet)) else { continue }
                        hasWorked = false
                        if queue.isEmpty, !isClosed { return whenQuiet }
                    } else {
                        monitor.wait()
                    }
                }
                hasWorked = true
                return queue.popFirst()
            }
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
