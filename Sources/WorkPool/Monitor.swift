internal import Glibc

/// A lock with a condition variable.
@safe final class Monitor: @unchecked Sendable {
    // Unchecked: mutex and condition are thread-safe and never move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe _ = pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until another thread signals; may also return without a signal. Call it with the lock held.
    func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// The same for a time at most.
    /// - Returns: false when the time is over.
    func wait(seconds: Int) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += seconds
        return unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
    }

    /// Wakes one waiting thread. Call it with the lock held.
    func signal() { unsafe pthread_cond_signal(condition) }

    /// Wakes all waiting threads. Call it with the lock held.
    func signalAll() { unsafe pthread_cond_broadcast(condition) }
}
