internal import Glibc
internal import SystemCalls

/// A thread that no signal interrupts.
enum MaskedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the body on a new thread, for which nobody waits.
    /// - Returns: false when the system has no thread left. The body is then never run.
    @discardableResult
    static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = start(body) else { return false }
        pthread_detach(thread)
        return true
    }

    /// Runs the body on a new thread. Wait for its end with `pthread_join`.
    /// - Returns: nil when the system has no thread left. The body is then never run.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let status = SystemCalls.blockingSignals {
            unsafe pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer = unsafe pointer else { return nil }
                    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                    return nil
                }, work.toOpaque())
        }
        if status == 0 { return thread }
        unsafe work.release()
        return nil
    }
}
