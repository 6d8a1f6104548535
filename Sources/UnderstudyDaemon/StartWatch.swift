internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Takes SIGTERM and SIGINT during the start, which takes long with many fixtures or a slow disk. Any thread.
package final class StartWatch: Sendable {
    private enum Phase: Sendable {
        /// The thread does not wait yet.
        case beginning
        case watching(pthread_t)
        case ended
    }

    private let phase = Mutex(Phase.beginning)
    private let isOver = Atomic<Bool>(false)
    /// Wakes whoever waits for the next phase.
    private let monitor = Monitor()

    /// Watches until `end`. Call it after `Signals.block`.
    /// - Parameter leave: ends the process; called on another thread at a signal, with its number.
    package init(_ leave: @escaping @Sendable (Int32) -> Never) {
        if !DetachedThread.start({ [self] in watch(leave) }) { enter(.ended) }
    }

    /// Leaves the signals to `Signals.next` from now on. Call it once.
    package func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        monitor.locked {
            while case .beginning = current { monitor.wait() }
            // The thread is there until it can take the lock.
            if case .watching(let thread) = current { pthread_kill(thread, SIGIO) }
            while case .watching = current { monitor.wait() }
        }
    }

    private var current: Phase { phase.withLock { $0 } }

    private func enter(_ next: Phase) {
        monitor.locked {
            phase.withLock { $0 = next }
            monitor.signalAll()
        }
    }

    private func watch(_ leave: (Int32) -> Never) {
        enter(.watching(pthread_self()))
        while !isOver.load(ordering: .sequentiallyConsistent) {
            let number = Signals.wait(for: [SIGTERM, SIGINT, SIGIO])
            if number == SIGTERM || number == SIGINT { leave(number) }
        }
        enter(.ended)
    }
}
