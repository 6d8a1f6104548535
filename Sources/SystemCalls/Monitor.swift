internal import Glibc

/// A lock with a condition variable, whose times do not depend on steps of the machine's clock. Any thread.
@safe package final class Monitor: @unchecked Sendable {
    // Unchecked: mutex and condition are thread-safe and never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        // A step of the machine's clock must not lengthen a wait.
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs the body with the lock held. Not recursive.
    package func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe _ = pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until another thread signals; may also return without a signal. Call it with the lock held.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// The same for a time at most.
    /// - Returns: false when the time is over.
    @discardableResult
    package func wait(for time: Duration) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = max(time, .zero).components
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        return unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
    }

    /// Wakes one waiting thread, with the lock held or without.
    package func signal() { unsafe pthread_cond_signal(condition) }

    /// Wakes all waiting threads. Call it with the lock held.
    package func signalAll() { unsafe pthread_cond_broadcast(condition) }
}
