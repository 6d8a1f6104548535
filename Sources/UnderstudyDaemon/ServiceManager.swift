internal import Glibc
internal import SystemCalls
package import UnderstudyService

/// Notifies the service manager of readiness, reloads and stops, by datagrams to `NOTIFY_SOCKET` (sd_notify(3)).
///
/// Without that variable every call does nothing. A manager that does not listen is not an error.
package struct ServiceManager: Sendable {
    private let address: String?
    /// Half of the watchdog's interval; nil when the manager has no watchdog.
    package let watchdogInterval: Duration?

    /// Whether there is a manager that wants notifications.
    package var isThere: Bool { address != nil }

    /// - Parameter environment: has `NOTIFY_SOCKET`, and `WATCHDOG_USEC` and `WATCHDOG_PID` for the watchdog.
    package init(environment: Environment = .process) {
        address = environment["NOTIFY_SOCKET"]
        if let text = environment["WATCHDOG_USEC"], let microseconds = Int(text), microseconds > 0,
            environment["WATCHDOG_PID"].map({ $0 == String(getpid()) }) ?? true
        {
            watchdogInterval = .microseconds(microseconds / 2)
        } else {
            watchdogInterval = nil
        }
    }

    /// The service is ready, or ready again after a reload.
    /// - Parameter status: one line for `systemctl status`.
    package func ready(_ status: String) { notify(["READY": "1", "STATUS": status, "MAINPID": "\(getpid())"]) }
    /// A reload begins. Call `ready` when it is over, even if it failed. systemd 252 requires the time as well.
    package func reloading() { notify(["RELOADING": "1", "MONOTONIC_USEC": Self.microseconds(WallClock.monotonic())]) }
    /// The service begins to stop.
    package func stopping() { notify(["STOPPING": "1"]) }
    /// The stop takes longer than the manager waits by itself: for this time from now on.
    package func extendStop(by time: Duration) { notify(["EXTEND_TIMEOUT_USEC": Self.microseconds(time)]) }
    /// A line for `systemctl status`.
    package func setStatus(_ status: String) { notify(["STATUS": status]) }
    /// Starts the watchdog's interval anew.
    package func notifyWatchdog() { notify(["WATCHDOG": "1"]) }

    private static func microseconds(_ time: Duration) -> String {
        "\(time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000)"
    }

    /// Sends variables, one on each line. A value stays on its line, whatever it quotes: the name of a file could set another variable.
    private func notify(_ variables: KeyValuePairs<String, String>) {
        guard let address, let target = UnixAddress(address, allowsAbstract: true) else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let message = variables.map { "\($0.key)=\(LogText.escaped($0.value))" }.joined(separator: "\n")
        let bytes = Array(message.utf8)
        unsafe target.withSocketAddress { pointer, length in
            _ = unsafe bytes.withUnsafeBytes {
                unsafe sendto(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}
