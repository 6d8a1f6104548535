/// What the daemon does: it serves, or stops in one of three ways.
enum ServerMode: UInt8 {
    case serving
    /// No new connections; delays take their full time.
    case finishing
    /// Delays are cut short.
    case hastening
    /// Nothing may wait.
    case aborting

    /// The one rule that says whether an exchange may wait. It applies when an exchange is about to suspend, and to every suspended
    /// exchange when a mode begins.
    /// - Parameter forTime: whether the exchange waits for time alone.
    /// - Returns: nil when it may wait; otherwise why it continues.
    func endsWait(forTime: Bool) -> SuspensionState.Wake? {
        switch self {
        case .serving, .finishing: nil
        case .hastening: forTime ? .due : nil
        case .aborting: .serverStops
        }
    }
}
