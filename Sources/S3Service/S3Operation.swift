internal import HTTPMessage
internal import S3Dialect

/// An operation of S3: a file in `Operations/` and a line in `S3Router.operations`.
protocol S3Operation: SendableMetatype {
    /// The name in S3's documentation.
    static var name: String { get }
    static var resource: S3Resource { get }
    static var methods: [String] { get }
    /// The query parameters that select this operation; empty when their absence does.
    static var selectors: [String] { get }
    /// Called on a worker of the wire first. An operation that may take more than a few milliseconds throws `.needsTime` there, and is
    /// called again on another thread with `mayTakeTime` set.
    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response
}

extension S3Operation {
    static var methods: [String] { ["GET"] }
    static var selectors: [String] { [] }
}
