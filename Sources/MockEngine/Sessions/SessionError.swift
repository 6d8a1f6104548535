/// Why a request or a call has no session.
package enum SessionError: Error, Sendable {
    /// There never was a session with this id, or it ended too long ago.
    case unknown(String)
    case ended(String)
    /// The request names a session there, with an empty id.
    case unnamed(SessionCarrier)
    /// The request names no session, and one is required (`--sessions-only`).
    case missing
    case tooMany(limit: Int)
    case scenario(ScenarioError)
    /// A live session has the trace id.
    case traceTaken(String)

    /// The HTTP status for the error.
    package var status: Int {
        switch self {
        case .unknown, .unnamed, .missing: 404
        case .ended: 410
        case .tooMany: 503
        case .scenario: 422
        case .traceTaken: 409
        }
    }

    /// What is wrong, without a period.
    package var title: String {
        switch self {
        case .unknown(""): "The session's id is missing"
        case .unnamed(.header): "The field \(SessionCarrier.headerName) is empty, so the session's id is missing"
        case .unnamed(.baggage): "The session's id is missing after \(SessionCarrier.baggageKey)= in the field baggage"
        case .unnamed(.tracestate): "The session's id is missing after understudy= in the field tracestate"
        case .unnamed: "The session's id is missing after \(SessionCarrier.pathPrefix)"
        case .unknown(let id): "There is no session \"\(id)\""
        case .ended(let id): "The session \"\(id)\" has ended"
        case .missing: "The request names no session, and this server requires one (--sessions-only)"
        case .tooMany(let limit): "There are \(limit) sessions, which is the limit"
        case .scenario(let error): error.description
        case .traceTaken(let id): "The trace id \"\(id)\" belongs to another session"
        }
    }

    /// What to do, in whole sentences.
    package var repair: String {
        switch self {
        case .unnamed(.header), .unnamed(.baggage), .unnamed(.tracestate):
            "POST /__admin/sessions creates one and responds with its id. Without the field, the request is for the server's own session."
        case .unknown, .unnamed:
            "POST /__admin/sessions creates one. If a base URL ends without a slash, relative URLs lose the id behind /__session/:"
                + " write \(SessionCarrier.pathPrefix)<id>/ with the slash, or create the session with \"ports\": true."
        case .ended: "A test asked for it after it was deleted, or it was idle longer than its \"ttlMilliseconds\". Create a new one."
        case .missing:
            "Use a session's own base URL, or send \(SessionCarrier.headerName) or baggage. Code that builds URLs from a path alone loses"
                + " the prefix \(SessionCarrier.pathPrefix)<id>: create the session with \"ports\": true for such clients."
        case .tooMany: "Delete sessions that are no longer needed, give them a shorter \"ttlMilliseconds\", or raise --max-sessions."
        case .scenario(let error): error.repair
        case .traceTaken: "Give each session trace ids of its own, or end the other one first."
        }
    }

    /// The text for the client of a mock.
    package var text: String { "\(title). \(repair)\n" }
}
