internal import HTTPMessage

/// How much of the planned response the client got, for the HTTP Archive.
struct HARDelivery {
    /// Bytes of the body, without its coding where all of it was sent.
    let size: Int
    /// The bytes that were sent; empty where they are unknown.
    let bytes: [UInt8]
    /// Why the client did not get the whole response; nil if it did, and while the exchange is not over.
    let error: String?

    init(_ entry: JournalEntry) {
        let hasBody = entry.response.sendsBody(to: entry.request)
        let planned: [UInt8] = if hasBody, case .bytes(let bytes) = entry.response.body { bytes } else { [] }
        let length = hasBody ? entry.trimmedLength ?? entry.response.body.length : 0
        guard let outcome = entry.outcome, Self.isCut(entry, outcome, hasBody: hasBody) else {
            size = length ?? entry.outcome?.bodyBytes ?? 0
            bytes = planned
            error = nil
            return
        }
        size = outcome.bodyBytes
        // Which part of a text the first bytes of its compressed form are is not known.
        bytes = Self.isCompressed(entry) == false ? Array(planned.prefix(outcome.bodyBytes)) : []
        error = entry.details.fault ?? Self.reason(outcome.ending)
    }

    private static func isCut(_ entry: JournalEntry, _ outcome: ExchangeOutcome, hasBody: Bool) -> Bool {
        if outcome.status == 0 { return true }
        guard hasBody else { return false }
        let length = entry.trimmedLength ?? entry.response.body.length
        if isCompressed(entry) == false, let length { return outcome.bodyBytes < length }
        return outcome.ending != .performed || entry.details.fault != nil
    }

    /// Whether the body was to be sent compressed; nil if that is not known, because the journal has not kept the body.
    private static func isCompressed(_ entry: JournalEntry) -> Bool? {
        guard entry.stub?.responses[entry.responseIndex].mayBeCoded == true, entry.request.arrival.listener != .s3,
            ContentCoding.accepts(entry.request)
        else { return false }
        if entry.response.isSentPlain { return false }
        if entry.response.codedSlot.load() != nil { return true }
        return entry.trimmedLength == nil ? false : nil
    }

    private static func reason(_ ending: ExchangeOutcome.Ending) -> String {
        switch ending {
        case .performed: "the response was broken off"
        case .clientLeft: "the client left"
        case .timedOut: "the time-out expired"
        case .aborted: "the server broke the response off"
        }
    }
}
