internal import HTTPMessage
internal import S3Dialect

/// What a request asks of S3, as `"s3"` patterns compare it: each value is read once.
///
/// Belongs to one request. Not thread-safe.
final class S3Facts {
    /// The values by their names in a pattern.
    enum Value: String {
        case operation, bucket, key
        case uploadID = "uploadId"
        case partNumber, accessKey, signature

        /// Whether an upload form has it in its body.
        var isInForm: Bool { self == .key || self == .accessKey || self == .signature }
    }

    /// Of an upload form without what its body says, until that is needed.
    private var call: S3RequestSummary?
    private let isForm: Bool
    private var hasReadForm = false
    private var subjects: [Value: MatchSubject] = [:]

    init(_ request: Request, baseDomains: [String]) {
        call = S3RequestSummary(request, baseDomains: baseDomains)
        isForm = call?.operation == .postObject
    }

    /// What the request has.
    func subject(_ value: Value, _ facts: RequestFacts) -> MatchSubject {
        if let known = subjects[value] { return known }
        if isForm, !hasReadForm, value.isInForm {
            hasReadForm = true
            if let form = facts.uploadForm { call?.add(form) }
        }
        let subject = text(of: value).map { MatchSubject(text: $0, context: facts.context) } ?? .absent
        subjects[value] = subject
        return subject
    }

    private func text(of value: Value) -> String? {
        switch value {
        case .operation: call?.operation?.rawValue
        case .bucket: call?.bucket
        case .key: call?.key
        case .uploadID: call?.uploadID
        case .partNumber: call?.partNumber
        case .accessKey: call?.signer?.accessKey
        case .signature: call?.signer?.way.rawValue
        }
    }

    /// Whether the value is in a form of which nobody knows what it says.
    func isUnknown(_ value: Value, _ facts: RequestFacts) -> Bool { isForm && value.isInForm && facts.formSource.isUnknown }
}
