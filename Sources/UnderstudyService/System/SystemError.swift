internal import Glibc

/// A system call that failed while we were doing something.
public struct SystemError: Error, CustomStringConvertible, Sendable {
    public let action: String
    public let code: Int32

    /// - Parameter code: `errno`, read right after the call.
    public init(_ action: String, _ code: Int32) {
        self.action = action
        self.code = code
    }

    public var description: String { "\(action): \(unsafe String(cString: strerror(code)))" }
}
