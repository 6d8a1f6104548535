/// What has started a server, and ends it: a program that was launched, or a server in this process. Any task may call it.
public protocol ServerOwner: Sendable {
    /// Ends the server; returns when it has ended. A second call does nothing.
    func stop() async
}
