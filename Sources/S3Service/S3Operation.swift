internal import HTTPMessage
internal import S3Dialect

/// An operation of S3: a file in `Operations/` and a line in `S3Router.operations`.
protocol S3Operation: SendableMetatype {
    /// The names in S3's reference; several where HEAD, or several settings of a bucket, work alike.
    static var names: [S3OperationName] { get }
    /// Where the operation is performed, decided before it is.
    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost
    /// The longest body that it takes, in decoded bytes.
    static var maximumBodyBytes: Int { get }
    /// Whether the session keeps the body: room for it is reserved first.
    static var storesBody: Bool { get }
    /// Checks the parameters that S3 checks before it looks at bucket and rights.
    static func checkQuery(_ call: S3Call) throws(S3Error)
    /// Decides what the head alone decides, before a client sends the body: the bucket, the key, conditions. Must not take time. The call
    /// keeps what `perform` needs again.
    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error)
    /// Header fields that its refusals have, too, whatever refuses it.
    static func refusalFields(_ call: S3Call, _ view: BucketView) -> HeaderFields
    /// Performs it, once.
    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response
}

extension S3Operation {
    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .quick }
    /// Enough for a document that names 10,000 parts or 1,000 keys.
    static var maximumBodyBytes: Int { 8 << 20 }
    static var storesBody: Bool { false }
    static func checkQuery(_ call: S3Call) throws(S3Error) {}
    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error) {
        if call.address.bucket != nil { _ = try view.bucket(call.bucket) }
    }
    static func refusalFields(_ call: S3Call, _ view: BucketView) -> HeaderFields { [] }
}

/// How long an operation may take.
enum OperationCost: Sendable {
    /// Less than a millisecond: on the worker of the wire.
    case quick
    /// It reads, digests or lists: on a thread of the work pool.
    case pooled

    /// For an operation with a body: its digests take time if it is long.
    static func body(of call: S3Call) -> OperationCost { call.request.body.count <= 64 << 10 ? .quick : .pooled }

    /// The same with conditions, which may be about a long file that must be digested for them.
    static func conditionalBody(of call: S3Call, _ view: BucketView) -> OperationCost {
        guard WriteConditions.arePresent(in: call), let key = try? call.checkedKey(), let bucket = try? view.bucket(call.bucket),
            !bucket.isQuick(key)
        else { return .body(of: call) }
        return .pooled
    }

    /// For an operation whose body is a document, if it has one: a short one may take time, too. libxml2 compares each attribute of a tag
    /// with all before it.
    static func document(of call: S3Call) -> OperationCost { call.request.body.count == 0 ? .quick : .pooled }
}
