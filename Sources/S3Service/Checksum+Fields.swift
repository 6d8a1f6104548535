internal import HTTPMessage
internal import S3Dialect

extension Checksum {
    /// The fields of a response with it.
    var fields: HeaderFields { [(algorithm.field, text), ("x-amz-checksum-type", type.rawValue)] }
}
