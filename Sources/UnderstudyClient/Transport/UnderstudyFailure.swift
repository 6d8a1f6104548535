public import Foundation

/// What went wrong, as a sentence or a diff for people, and the line of the test that asked.
///
/// Everything that this library throws is one of these, except for a task's cancellation.
public struct UnderstudyFailure: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: Hashable, Sendable {
        /// No server could be found, started or reached.
        case server
        /// The server refused a call, with this status.
        case refused(status: Int)
        /// The call was wrong before it was sent, e.g. a body that cannot be encoded.
        case invalid
        /// Something did not happen in time: an arrival at a gate, a request, or a sleep on a ``ServerClock``.
        case timedOut
        /// A verification failed.
        case unmet
        /// A session's report is not ok.
        case report(SessionReport)
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What went wrong. Several lines where it is a diff.
    public let message: String
    /// The line of the test that asked.
    public let callSite: CallSite

    /// A failure of a kind, with its message and the line of the test that asked.
    public init(_ kind: Kind, _ message: String, at callSite: CallSite) {
        self.kind = kind
        self.message = message
        self.callSite = callSite
    }

    /// The message and the place.
    public var description: String { "\(message)\n(at \(callSite))" }
    /// The message, without the place.
    public var errorDescription: String? { message }
}
