internal import DequeModule
internal import Glibc
internal import HTTPMessage

/// A few threads that do what a worker of the wire must not wait for.
///
/// A thread is started when work is queued and all others are busy, up to a limit, and lives until the pool stops. A pool that was
/// never used costs nothing. Any thread.
package final class WorkPool: WorkQueue {
    /// Threads at most, unless told.
    package static let defaultThreads = 4
    /// Pieces of work that wait at most, unless told.
    package static let defaultQueueLimit = 1_024

    private let core: Core

    /// - Parameters:
    ///   - threads: how many at most; at least 1.
    ///   - queueLimit: how many pieces of work may wait for a thread; at least 1. Work beyond it is refused.
    package init(threads: Int = defaultThreads, queueLimit: Int = defaultQueueLimit) {
        core = Core(threadLimit: max(1, threads), queueLimit: max(1, queueLimit))
    }

    deinit { core.stop() }

    /// Queues the work; it starts in the order of submission, beside other work.
    /// - Returns: false when the queue is full, the pool was stopped, or the system has no thread for it. The work is then never done.
    package func submit(_ work: @escaping @Sendable () -> Void) -> Bool { core.submit(work) }

    /// Takes no more work, does all that is queued, and ends the threads. Blocks until then. A second call does nothing.
    ///
    /// Called from work of this pool, it does not wait for the thread that it is called on.
    package func stop() { core.stop() }

    /// Threads that were started and have not been ended.
    package var threadCount: Int { core.monitor.locked { core.threads.count } }
    /// Pieces of work that wait for a thread.
    package var queuedCount: Int { core.monitor.locked { core.queue.count } }

    /// What the threads hold on to, so that a pool that nobody holds any more can end.
    private final class Core: @unchecked Sendable {
        // Unchecked: the mutable members are touched only while the monitor is locked.
        let monitor = Monitor()
        let threadLimit: Int
        let queueLimit: Int
        var queue: Deque<@Sendable () -> Void> = []
        var threads: [pthread_t] = []
        /// Threads that wait for work.
        var idle = 0
        var isClosed = false

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

        /// The lock is held.
        private func startThread() -> Bool {
            // It takes no signals: they are for the thread that waits for them.
            var all = sigset_t()
            var before = sigset_t()
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
            defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
            var thread = pthread_t()
            let retained = unsafe Unmanaged.passRetained(self)
            let result = unsafe pthread_create(
                &thread, nil,
                { core in
                    unsafe Unmanaged<Core>.fromOpaque(core!).takeRetainedValue().work()
                    return nil
                }, retained.toOpaque())
            guard result == 0 else {
                unsafe retained.release()
                return false
            }
            threads.append(thread)
            return true
        }

        private func work() {
            while let work = next() { work() }
        }

        /// - Returns: nil when the pool is stopped and nothing is queued.
        private func next() -> (@Sendable () -> Void)? {
            monitor.locked {
                while queue.isEmpty, !isClosed {
                    idle += 1
                    monitor.wait()
                    idle -= 1
                }
                return queue.popFirst()
            }
        }

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
