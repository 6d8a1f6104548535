internal import Glibc

/// A system call that failed while we were doing something.
package struct SystemError: Error, CustomStringConvertible, Sendable {
    package let action: String
    package let code: Int32

    /// - Parameter code: `errno`, read right after the call.
    package init(_ action: String, _ code: Int32) {
        self.action = action
        self.code = code
    }

    package var description: String { "\(action): \(unsafe String(cString: strerror(code)))" }
}
