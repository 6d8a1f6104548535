internal import HTTPMessage
internal import StubModel

extension EntryDetails {
    /// What a plan decided; nil when there is nothing to tell.
    init?(_ context: RenderContext, _ plan: WirePlan, _ definition: ResponseDefinition, _ events: [SubEvent]) {
        let log = context.draws
        let events = events + log.events
        let fault = plan.performance?.faults.first
        let id = context.requestID?.known
        if id == nil && fault == nil && log.draws.isEmpty && events.isEmpty { return nil }
        self.init(
            id: id, draws: log.draws, fault: fault.map { definition.wireMockFault?.rawValue ?? $0.summary }, subEvents: events)
    }
}

extension WireFault {
    /// Effect and moment in a few words: `close after 512 bytes`.
    var summary: String {
        let effect =
            switch effect {
            case .reset: "reset"
            case .close: "close"
            case .stall: "stall"
            case .garbage: "garbage"
            }
        return switch moment {
        case .requestBody: "\(effect) at requestBody"
        case .beforeHeaders: "\(effect) at beforeHeaders"
        case .afterHeaders: "\(effect) at afterHeaders"
        case .bodyBytes(let count): "\(effect) after \(count) bytes"
        case .end: "\(effect) at end"
        }
    }
}
