/// What a stub changes of the next candidate's response: that of another stub, a file or an S3 object. Its body stays as it is.
///
/// ```swift
/// try await session.stub(.get("/pictures/325.jpg").modify(.delay(milliseconds: 800)))
/// try await session.stub(.any.modify(.status(503)).probability(0.1))
/// ```
public struct ResponseModifier: Hashable, Sendable, Codable, ResponseEffects {
    /// In place of the response's own status.
    public var status: Int?
    /// Header fields, each with one or more values.
    public var headers: [String: HeaderValue]?
    /// Names of header fields to leave out.
    public var removeHeaders: [String]?
    /// An error of S3's, in place of the response.
    public var s3Error: S3ErrorResponse?
    /// A delay before the response.
    public var fixedDelayMilliseconds: Int?
    /// A delay that is drawn for each response, on top of the fixed one.
    public var delayDistribution: DelayDistribution?
    /// The body in equal parts over a time.
    public var chunkedDribbleDelay: Dribble?
    /// A transport error.
    public var fault: Fault?
    /// A gate at which the response waits.
    public var hold: Hold?
    /// How long it waits there at most, in real time; 30 seconds when nil.
    public var holdTimeoutMilliseconds: Int?
    /// The link that it takes, in place of the session's.
    public var network: NetworkProfile?
    /// The rate of its body.
    public var bandwidthKilobitsPerSecond: Double?

    /// Changes nothing yet.
    public init() {}

    /// Another status.
    public static func status(_ status: Int) -> ResponseModifier { ResponseModifier().changed { $0.status = status } }
    /// An error of S3's, in place of the response. What the request asks is done all the same.
    public static func s3Error(_ error: S3ErrorResponse) -> ResponseModifier { ResponseModifier().changed { $0.s3Error = error } }
    /// A delay.
    public static func delay(milliseconds: Int) -> ResponseModifier { ResponseModifier().delay(milliseconds: milliseconds) }
    /// A delay that is drawn each time.
    public static func delay(_ distribution: DelayDistribution) -> ResponseModifier { ResponseModifier().delay(distribution) }
    /// A gate.
    public static func hold(_ gate: String, at moment: Moment = .beforeHeaders) -> ResponseModifier {
        ResponseModifier().hold(gate, at: moment)
    }
    /// A transport error.
    public static func fault(_ fault: Fault) -> ResponseModifier { ResponseModifier().fault(fault) }
    /// A link of its own.
    public static func network(_ profile: NetworkProfile) -> ResponseModifier { ResponseModifier().network(profile) }
    /// The rate of the body.
    public static func bandwidth(kilobitsPerSecond: Double) -> ResponseModifier {
        ResponseModifier().bandwidth(kilobitsPerSecond: kilobitsPerSecond)
    }
    /// A header field, in place of those of its name.
    public static func header(_ name: String, _ value: String) -> ResponseModifier { ResponseModifier().header(name, value) }
    /// Without the header fields of these names.
    public static func removeHeaders(_ names: String...) -> ResponseModifier {
        ResponseModifier().changed { $0.removeHeaders = names }
    }
}
