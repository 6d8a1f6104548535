internal import HTTPMessage

/// The part of a request that names its session. Earlier cases take precedence.
package enum SessionCarrier: String, Sendable, CaseIterable, Comparable {
    /// One of the session's own listeners.
    case port
    /// `/__session/<id>/…`
    case prefix
    /// `X-Understudy-Session: <id>`
    case header
    /// `baggage: understudy-session=<id>`, from the W3C's Baggage.
    case baggage
    /// `tracestate: understudy=<id>`, from the W3C's Trace Context.
    case tracestate
    /// A `traceparent` with a trace id that the session was created with.
    case traceID = "traceId"

    /// Whether the left carrier takes precedence.
    package static func < (left: SessionCarrier, right: SessionCarrier) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }

    /// Begins the path of a request that names its session there.
    package static let pathPrefix = "/__session/"
    static let headerName = "X-Understudy-Session"
    static let baggageKey = "understudy-session"
}

/// A session that a request names, and where.
package struct SessionMention: Sendable, Equatable {
    /// Where the session is named.
    package var carrier: SessionCarrier
    /// The session's id as written; for a trace id, the trace id.
    package var id: String
}

/// How a request reached its session, for its journal entry.
package struct SessionArrival: Sendable, Equatable {
    var carrier: SessionCarrier
    /// Carriers of lower precedence that name another session, with its id.
    package var ignored: [String] = []
    /// What generated URLs have in front of their path: `/__session/<id>`; empty for a request to the session's own port.
    package var urlPrefix = ""
}

extension Request {
    /// The sessions that the header fields name, by precedence. Costs almost nothing for a request without such fields.
    /// - Parameter traces: whether to look for trace ids.
    package func mentionedSessions(traces: Bool) -> [SessionMention] {
        var mentions: [SessionMention] = []
        for index in 0..<headerCount {
            switch headerNameLength(index) {
            case SessionCarrier.headerName.utf8.count where isHeader(index, SessionCarrier.headerName):
                mentions.append(SessionMention(carrier: .header, id: value(index)))
            case 7 where isHeader(index, "baggage"):
                mentions += Baggage.values(of: SessionCarrier.baggageKey, in: value(index))
                    .map { SessionMention(carrier: .baggage, id: PercentCoding.decodePath($0.utf8)) }
            case 10 where isHeader(index, "tracestate"):
                mentions += Baggage.values(of: "understudy", in: value(index)).map { SessionMention(carrier: .tracestate, id: $0) }
            case 11 where traces && isHeader(index, "traceparent"):
                let parts = value(index).split(separator: "-", omittingEmptySubsequences: false)
                if parts.count >= 4, parts[1].utf8.count == 32 {
                    mentions.append(SessionMention(carrier: .traceID, id: parts[1].lowercased()))
                }
            default: break
            }
        }
        return mentions.count < 2 ? mentions : mentions.sorted { $0.carrier < $1.carrier }
    }

    /// The id after `/__session/`, and how many bytes of the path name the session; nil for any other path.
    package func sessionPrefix() -> (id: String, count: Int)? {
        let prefix = SessionCarrier.pathPrefix
        guard pathBegins(with: prefix) else { return nil }
        let id = pathBytes.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "/") }
        return (String(decoding: id, as: UTF8.self), prefix.utf8.count + id.count)
    }

    /// Removes a prefix that names a session from the path.
    /// - Returns: the session's id; nil if there is no prefix.
    package mutating func takeSessionPrefix() -> String? {
        guard let prefix = sessionPrefix() else { return nil }
        takePrefix(prefix.count)
        return prefix.id
    }

    private func value(_ index: Int) -> String { String(FieldText.trimmingBlanks(FieldText.decode(headerValue(index))[...])) }
}
