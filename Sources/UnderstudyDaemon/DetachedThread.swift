internal import Glibc
internal import SystemCalls

/// A thread that nobody waits for, and that no signal interrupts.
enum DetachedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the body on a new thread.
    /// - Returns: false when the system has no thread left. The body is then never run.
    @discardableResult
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
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
        if status == 0 { pthread_detach(thread) } else { unsafe work.release() }
        return status == 0
    }
}
