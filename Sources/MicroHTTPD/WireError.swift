internal import Glibc
internal import SystemCalls

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

    /// An error with the system's text for a value of `errno` as the cause.
    static func system(_ doing: String, _ code: Int32 = errno, repair: String = "") -> WireError {
        WireError("\(doing): \(SystemCalls.reason(code)).\(repair.isEmpty ? "" : " " + repair)", systemError: code)
    }
}
