internal import Glibc
internal import Synchronization

/// Takes SIGTERM and SIGINT during the start, which takes long with many fixtures or a slow disk. Any thread.
package final class StartWatch: Sendable {
    private let isOver = Atomic<Bool>(false)
    /// Nil when the system has no thread left: then the signals wait for the end of the start.
    private let thread = Mutex<pthread_t?>(nil)

    /// Watches until `end`. Call it after `Signals.block`.
    /// - Parameter leave: ends the process; called on another thread at a signal, with its number.
    package init(_ leave: @escaping @Sendable (Int32) -> Never) {
        let thread = MaskedThread.start { [self] in watch(leave) }
        self.thread.withLock { $0 = thread }
    }

    /// Leaves the signals to `Signals.next` from now on. Call it once.
    package func end() {
        guard let thread = thread.withLock({ $0 }) else { return }
        isOver.store(true, ordering: .sequentiallyConsistent)
        // It waits for the thread if that does not wait for it yet.
        pthread_kill(thread, SIGIO)
        pthread_join(thread, nil)
    }

    private func watch(_ leave: (Int32) -> Never) {
        while !isOver.load(ordering: .sequentiallyConsistent) {
            let number = Signals.wait(for: [SIGTERM, SIGINT, SIGIO])
            if number == SIGTERM || number == SIGINT { leave(number) }
        }
    }
}
