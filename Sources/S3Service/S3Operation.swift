internal import HTTPMessage

/// One of S3's operations: a file in `Operations/`, and a line in `S3Router.operations`.
protocol S3Operation: SendableMetatype {
    /// As S3's documentation calls it.
    static var name: String { get }
    static var resource: S3Call.Resource { get }
    static var methods: [String] { get }
    /// The query parameters that choose this operation; empty when their absence does.
    static var selectors: [String] { get }
    /// Called on a worker thread first. What may take more than a few milliseconds throws `.needsTime` then, and is called again,
    /// elsewhere, with `mayTakeTime` set.
    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response
}

extension S3Operation {
    static var methods: [String] { ["GET"] }
    static var selectors: [String] { [] }
}
