/// What a stub changes of the next candidate's response: that of another stub, a file or an S3 object. Its body stays as it is, and so does
/// everything that is nil here.
///
/// ```swift
/// try await session.stub(.get("/pictures/325.jpg").modify(.delay(milliseconds: 800)))
/// try await session.stub(.any.modify(.status(503)).probability(0.1))
/// ```
public struct ResponseModifier: Hashable, Sendable, Codable, ResponseEffects {
    /// The status, in place of the response's own.
    public var status: Int?
    /// Header fields by name, in place of those of the same names.
    public var headers: [String: HeaderValue]?
    /// Names of header fields to leave out.
    public var removeHeaders: [String]?
    /// The names of transformers: `["response-template"]` renders the header fields as templates. None when nil.
    public var transformers: [String]?
    /// An error of S3's, in place of the response.
    public var s3Error: S3ErrorResponse?
    /// The delay before the response, in milliseconds of the session's clock.
    public var fixedDelayMilliseconds: Int?
    /// A delay that is drawn for each response, on top of the fixed one.
    public var delayDistribution: DelayDistribution?
    /// Sends the body in equal parts over a time.
    public var chunkedDribbleDelay: Dribble?
    /// A transport error in place of the response, or inside it.
    public var fault: Fault?
    /// The gate at which the response waits.
    public var hold: Hold?
    /// How long the response waits at the gate at most, in milliseconds of real time; 30 seconds when nil. Then it is a 504.
    public var holdTimeoutMilliseconds: Int?
    /// The link that the response takes.
    public var network: NetworkProfile?
    /// The rate of the body, in 1,000 bits per second.
    public var bandwidthKilobitsPerSecond: Double?

    /// A modifier that changes nothing.
    public init() {}

    /// A status in place of the response's own.
    public static func status(_ status: Int) -> ResponseModifier { ResponseModifier().changed { $0.status = status } }
    /// An error of S3's, in place of the response. What the request asks is done all the same.
    public static func s3Error(_ error: S3ErrorResponse) -> ResponseModifier { ResponseModifier().changed { $0.s3Error = error } }
    /// A delay before the response, in milliseconds of the session's clock.
    public static func delay(milliseconds: Int) -> ResponseModifier { ResponseModifier().delay(milliseconds: milliseconds) }
    /// A delay that is drawn for each response, from the session's seed.
    public static func delay(_ distribution: DelayDistribution) -> ResponseModifier { ResponseModifier().delay(distribution) }
    /// A gate, by its name, at which the response waits until the test releases it.
    public static func hold(_ gate: String, at moment: Moment = .beforeHeaders) -> ResponseModifier {
        ResponseModifier().hold(gate, at: moment)
    }
    /// A transport error in place of the response, or inside it.
    public static func fault(_ fault: Fault) -> ResponseModifier { ResponseModifier().fault(fault) }
    /// A link for the response, in place of the session's.
    public static func network(_ profile: NetworkProfile) -> ResponseModifier { ResponseModifier().network(profile) }
    /// The rate of the body, in 1,000 bits per second.
    public static func bandwidth(kilobitsPerSecond: Double) -> ResponseModifier {
        ResponseModifier().bandwidth(kilobitsPerSecond: kilobitsPerSecond)
    }
    /// A header field, in place of those of its name.
    public static func header(_ name: String, _ value: String) -> ResponseModifier { ResponseModifier().header(name, value) }
    /// Renders the modifier's header fields as templates.
    public func templated() -> ResponseModifier { changed { $0.transformers = ["response-template"] } }
    /// Leaves out the header fields of these names.
    public static func removeHeaders(_ names: String...) -> ResponseModifier {
        ResponseModifier().changed { $0.removeHeaders = names }
    }
}
