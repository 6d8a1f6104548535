/// Threads for work that must not block a worker of the wire: digests, compression, file access, long listings.
///
/// A full queue refuses what a client can send again: a call, a picture, a request that is still to be matched. Its sender gets a 503, and
/// the work is never done on the thread that submits it. What cannot be refused is queued nevertheless: the rest of a reply that has begun,
/// a reply that is due, a request whose long body has been received, a clean-up. There is at most one piece of that for each connection, so
/// it is bounded, too.
///
/// Any thread may submit work. The work may block.
package protocol WorkQueue: AnyObject, Sendable {
    /// Queues the work. Work starts in the order of submission and may run in parallel.
    /// - Returns: false when the queue is full or closed. The work is then never run.
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool
    /// Queues work that cannot be refused, however full the queue is. A closed queue has it done before this returns.
    func submitInAnyCase(_ work: @escaping @Sendable () -> Void)
}

extension WorkQueue {
    /// Does what the queue refuses before this returns. For a queue that has no limit.
    package func submitInAnyCase(_ work: @escaping @Sendable () -> Void) {
        if !submit(work) { work() }
    }

    /// The reply to a request whose plan takes time to make.
    /// - Parameters:
    ///   - busy: the plan when the queue is full or closed; a 503 by default.
    ///   - make: called once, on a thread of the queue; not called when the queue is full or closed.
    package func reply(
        orWhenBusy busy: @autoclosure () -> WirePlan = WirePlan(.busy), _ make: @escaping @Sendable () -> WirePlan
    ) -> Reply {
        let deferred = DeferredPlan()
        guard submit({ deferred.fulfil(make()) }) else { return .plan(busy()) }
        return .later(deferred)
    }
}

extension Response {
    /// The response when a `WorkQueue` has no room.
    package static let busy = Response.text(503, busySentence + "\n", headers: [("Retry-After", "1")])

    /// What a client is told then.
    package static let busySentence = "The request was not processed: the server has too much other work queued. Send it again."
}
