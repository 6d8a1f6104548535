internal import HTTPMessage
internal import MockEngine

extension AdminReply {
    /// A reply that is sent when an event happens or when the time is over, whichever comes first. No thread waits for it.
    /// - Parameters:
    ///   - call: its session's timer runs on real time; the reply for a time-out is made on its work queue, however full that is.
    ///   - begin: begins to wait. It calls its argument when the event happens, before it returns if the event has already happened. It
    ///     returns a closure that stops waiting. That closure returns nil when the event has happened, otherwise a closure that makes the
    ///     reply for a time-out.
    static func when(
        within timeout: Duration, of call: AdminCall,
        _ begin: @escaping @Sendable (_ happened: @escaping @Sendable (AdminReply) -> Void) -> TimedWait.Stop
    ) -> AdminReply {
        let (session, timer, work) = (call.session, call.session.options.timer, call.services.work)
        return .later { give in
            let wait = TimedWait()
            let stop = begin { reply in
                wait.end()
                session.noteUse()
                give(reply)
            }
            wait.set(
                stop: stop,
                timer.schedule(after: timeout) {
                    guard let late = stop() else { return }
                    session.noteUse()
                    if let work { work.submitInAnyCase { give(late()) } } else { give(late()) }
                })
            return wait
        }
    }
}
