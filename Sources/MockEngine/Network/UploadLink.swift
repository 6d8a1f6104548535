internal import HTTPMessage
internal import LinkModel

/// A request's body that is received over the session's link.
final class UploadLink: UploadRegulator {
    private let flow: LinkFlow
    private let clock: any EngineClock

    init(_ flow: LinkFlow, _ clock: any EngineClock) {
        self.flow = flow
        self.clock = clock
    }

    func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64? {
        flow.resumption(after: received, now: clock.uptime.wholeNanoseconds, changed: changed)
    }

    var receiveBufferBytes: Int? { flow.receiveBufferBytes }
}
