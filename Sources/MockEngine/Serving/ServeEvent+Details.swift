internal import HTTPMessage
internal import LinkModel
internal import StubModel

extension ServeEvent {
    /// What the journal records beyond the common case; nil if there is nothing.
    @inline(__always)
    var details: JournalSegment.DetailsBox? {
        let isCommon = facts == nil && draws == nil && notes.isEmpty && plan?.performance == nil && arrival == nil && modifiers.isEmpty
        return isCommon && turn == nil && form == nil ? nil : knownDetails
    }

    /// The planned fault that happens. In a response without a body no byte of it comes before the fault.
    private var actingFault: WireFault? {
        guard let plan, var fault = plan.performance?.fault else { return nil }
        if case .bodyBytes = fault.moment, !plan.response.sendsBody(to: request) { fault.moment = .end }
        return fault
    }

    private var knownDetails: JournalSegment.DetailsBox? {
        let events = events
        let fault = actingFault
        let id = name?.known
        let draws = draws?.draws ?? []
        let held = holds
        if id == nil && fault == nil && draws.isEmpty && events.isEmpty && held.isEmpty && arrival == nil && modifiers.isEmpty
            && flow == nil && proxy == nil && form == nil
        {
            return nil
        }
        let wireMockFault = ResponseBehavior(sources: behaviors).wireMockFault?.rawValue
        var details = EntryDetails(
            id: id, draws: draws, fault: fault.map { wireMockFault ?? $0.summary }, held: held, flow: flow, subEvents: events,
            form: form)
        details.arrival = arrival
        details.proxy = proxy
        details.modifiers = modifiers.map(\.id)
        return JournalSegment.DetailsBox(details)
    }
}
