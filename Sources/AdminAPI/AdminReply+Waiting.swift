internal import HTTPMessage
internal import MockEngine

extension AdminReply {
    /// A reply that comes when something happens, or when time is over, whichever is first. Costs no thread meanwhile.
    /// - Parameters:
    ///   - call: its session's timer runs on real time. The reply for the case that nothing has happened is made on its work queue.
    ///   - begin: begins to wait; calls what it is given when it has happened, before it returns if it has happened already. Returns what
    ///     stops the waiting, which gives what makes the reply for the case that it has not happened, or nil when it has.
    static func when(
        within timeout: Duration, of call: AdminCall,
        _ begin: @escaping @Sendable (_ happened: @escaping @Sendable (AdminReply) -> Void) -> TimedWait.Stop
    ) -> AdminReply {
        let (timer, work) = (call.session.options.timer, call.services.work)
        return .later { give in
            let wait = TimedWait()
            let stop = begin { reply in
                wait.end()
                give(reply)
            }
            wait.set(
                stop: stop,
                timer.schedule(after: timeout) {
                    guard let late = stop() else { return }
                    if work?.submit({ give(late()) }) != true { give(late()) }
                })
            return wait
        }
    }
}
