public import HTTPMessage
internal import StubModel
internal import Synchronization

/// What an answer is made from, besides the request: the session's clock and draws, and how the client reached us.
///
/// Made for one request, used by one thread. The closures are called only when a template asks.
public struct RenderContext {
    /// The session's time, in milliseconds since 1970-01-01T00:00:00Z.
    public var nowMilliseconds: Int
    public var draws: DrawLog
    /// This listener's base URL as the client reached it, session prefix included, no slash at the end. Nil: what the Host field says.
    public var baseURL: (@Sendable () -> String)?
    /// The same for the S3 listener; nil when there is none.
    public var s3BaseURL: (@Sendable (Request) -> String?)?
    /// The journal entry's id: what `request.id` is; nil where no entry will be made.
    public var requestID: RequestName?
    /// Variables of the stub's path template, in order.
    public var pathParameters: [(name: String, value: String)] = []
    /// How much of a request's body is looked into: decoded bytes of a gzipped one, parts of a multipart one.
    public var bodyLimits = MatchingLimits.standard

    public init(nowMilliseconds: Int, draws: DrawLog) {
        self.nowMilliseconds = nowMilliseconds
        self.draws = draws
    }
}

/// The id of the journal entry that a request will have: drawn when a template asks for it, for the entry is made after the answer.
public final class RequestName: Sendable {
    private let random: RandomSource
    private let drawn = Mutex<UniqueID?>(nil)

    public init(_ random: RandomSource) { self.random = random }

    /// Nil as long as nobody asked.
    var known: UniqueID? { drawn.withLock { $0 } }

    /// Says what the id is, unless it was drawn before.
    func settle(_ id: UniqueID) { drawn.withLock { drawn in drawn = drawn ?? id } }

    var id: UniqueID {
        drawn.withLock { drawn in
            if let drawn { return drawn }
            let id = random.draw { UniqueID.random(using: &$0) }
            drawn = id
            return id
        }
    }
}
