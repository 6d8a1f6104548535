internal import MockEngine

extension AdminReply {
    /// A reply that comes when something happens, or when time is over, whichever is first. Costs no thread meanwhile.
    /// - Parameters:
    ///   - timer: of real time.
    ///   - begin: begins to wait; calls what it is given when it has happened, before it returns if it has happened already. Returns what
    ///     stops the waiting, which gives the reply for the case that it has not happened, or nil when it has.
    static func when(
        within timeout: Duration, on timer: any EngineTimer,
        _ begin: @escaping @Sendable (_ happened: @escaping @Sendable (AdminReply) -> Void) -> @Sendable () -> AdminReply?
    ) -> AdminReply {
        .later { give in
            let wait = TimedWait()
            let stop = begin { reply in
                wait.end()
                give(reply)
            }
            wait.set(stop: stop, timer.schedule(after: timeout) { if let reply = stop() { give(reply) } })
            return wait
        }
    }
}
