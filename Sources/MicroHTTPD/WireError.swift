internal import Glibc

/// Why a socket could not be opened or a daemon could not be started. Its text has the form
/// *Doing what — what failed: cause. Repair.*
package struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The whole message.
    package var description: String
    /// The system's error number; 0 when there is none.
    package var systemError: Int32

    package init(_ description: String, systemError: Int32 = 0) {
        self.description = description
        self.systemError = systemError
    }

    /// An error with the system's text for `errno` as the cause.
    static func system(_ doing: String, repair: String = "") -> WireError {
        let number = errno
        let cause = unsafe String(cString: strerror(number))
        return WireError("\(doing): \(cause).\(repair.isEmpty ? "" : " " + repair)", systemError: number)
    }
}
