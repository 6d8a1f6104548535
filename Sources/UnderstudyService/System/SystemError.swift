internal import SystemCalls

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible, Sendable {
    /// What was being done, such as `reading "a.json"`.
    package let action: String
    /// The value of `errno`.
    package let code: Int32

    /// - Parameter code: `errno`, read right after the call.
    package init(_ action: String, _ code: Int32) {
        self.action = action
        self.code = code
    }

    package var description: String { "\(action): \(SystemCalls.reason(code))" }
}
