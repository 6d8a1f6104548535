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
        case partNumber
    }

    private let operation: MatchSubject
    private let bucket: MatchSubject
    private let uploadID: MatchSubject
    private let partNumber: MatchSubject
    private let ownKey: MatchSubject
    private let isForm: Bool
    private let context: MatchContext
    private var formKey: MatchSubject?

    init(_ request: Request, baseDomains: [String], _ context: MatchContext) {
        let call = S3RequestSummary(request, baseDomains: baseDomains)
        func subject(_ text: String?) -> MatchSubject { text.map { MatchSubject(text: $0, context: context) } ?? .absent }
        operation = subject(call?.operation?.rawValue)
        bucket = subject(call?.bucket)
        ownKey = subject(call?.key)
        uploadID = subject(call?.uploadID)
        partNumber = subject(call?.partNumber)
        isForm = call?.operation == .postObject
        self.context = context
    }

    /// What the request has.
    func subject(_ value: Value, _ facts: RequestFacts) -> MatchSubject {
        switch value {
        case .operation: operation
        case .bucket: bucket
        case .key: key(in: facts)
        case .uploadID: uploadID
        case .partNumber: partNumber
        }
    }

    /// The key; that of an upload form is in its body.
    private func key(in facts: RequestFacts) -> MatchSubject {
        guard isForm else { return ownKey }
        if let formKey { return formKey }
        let key = PostFields(facts.parts.map(\.part))["key"].map { MatchSubject(text: $0, context: context) } ?? .absent
        formKey = key
        return key
    }
}
