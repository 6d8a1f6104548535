internal import HTTPMessage
internal import S3Dialect

/// The smallest objects that a lifecycle's transitions move, which S3 says in a field beside the document.
enum TransitionMinimum: String, Sendable {
    case allStorageClasses = "all_storage_classes_128K"
    case variesByStorageClass = "varies_by_storage_class"

    private static let field = "x-amz-transition-default-minimum-object-size"

    /// - Throws: InvalidRequest for a value that S3 does not have.
    init(_ call: S3Call) throws(S3Error) {
        guard let text = call.field(Self.field) else {
            self = .allStorageClasses
            return
        }
        guard let known = Self(rawValue: text) else {
            throw S3Error(.invalidRequest, "Invalid TransitionDefaultMinimumObjectSize found: \(text)")
        }
        self = known
    }

    /// The field of the responses about the lifecycle.
    var fields: HeaderFields { [(Self.field, rawValue)] }
}
