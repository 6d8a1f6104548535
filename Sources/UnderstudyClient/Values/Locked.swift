internal import Foundation

/// A value that one thread at a time uses.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// A value that begins so.
    package init(_ value: Value) { self.value = value }

    /// Runs `body` with the value, alone. It must not wait, nor come back here.
    package func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
