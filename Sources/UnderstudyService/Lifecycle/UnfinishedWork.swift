internal import MicroHTTPD

/// What a stop that takes too long cuts off, for the log.
struct UnfinishedWork: Sendable, CustomStringConvertible {
    /// The requests to all listeners, as text; nil for none.
    let requests: String?
    /// Calls of the admin API that are being computed or wait for that. They are among the requests until their clients leave.
    let adminCalls: Int
    /// Webhooks that are due.
    let webhooks: Int
    /// What the work pool computes, or has in line, for requests that may have been cut off before.
    let computations: Int

    /// `3 requests: 1 being computed, 2 waiting; 1 call of the admin API; 2 webhooks`;
    /// `1 computation for a request that was cut off before`; `no request`.
    var description: String {
        let calls = counted(adminCalls, "call") + " of the admin API"
        let parts = [requests, adminCalls == 0 ? nil : calls, webhooks == 0 ? nil : counted(webhooks, "webhook")].compactMap { $0 }
        if !parts.isEmpty { return parts.joined(separator: "; ") }
        switch computations {
        case 0: return "no request"
        case 1: return "1 computation for a request that was cut off before"
        default: return "\(computations) computations for requests that were cut off before"
        }
    }
}

extension UnfinishedWork {
    /// - Parameter daemons: of each listener.
    init(_ daemons: [UnfinishedExchanges], adminCalls: Int, webhooks: Int, computations: Int) {
        let exchanges = daemons.reduce(UnfinishedExchanges(), +)
        self.init(
            requests: exchanges.isEmpty ? nil : "\(exchanges)", adminCalls: adminCalls, webhooks: webhooks, computations: computations)
    }
}
