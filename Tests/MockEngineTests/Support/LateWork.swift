import HTTPMessage
import Synchronization

/// Keeps work until the test runs it.
final class LateWork: WorkQueue {
    let pieces = Mutex<[@Sendable () -> Void]>([])
    private let isFull: Bool

    init(isFull: Bool = false) { self.isFull = isFull }

    func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        if !isFull { pieces.withLock { $0.append(work) } }
        return !isFull
    }

    func submitInAnyCase(_ work: @escaping @Sendable () -> Void) { pieces.withLock { $0.append(work) } }

    /// Runs all work, and what that submits.
    func run() {
        while let work = pieces.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work() }
    }
}
