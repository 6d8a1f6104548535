/// Whether the daemon serves, or how it stops.
enum ServerMode: UInt8 {
    case serving
    /// No new connections; delays take their full time.
    case finishing
    /// Delays are cut short.
    case hastening
    /// No exchange may wait.
    case aborting

    /// The rule for whether an exchange may wait. It applies when an exchange is about to suspend, and to every suspended exchange when a
    /// mode begins.
    /// - Parameter forTime: whether the exchange waits only for time.
    /// - Returns: nil when it may wait; otherwise why it continues.
    func endsWait(forTime: Bool) -> SuspensionState.Wake? {
        switch self {
        case .serving, .finishing: nil
        case .hastening: forTime ? .due : nil
        case .aborting: .serverStops
        }
    }
}
