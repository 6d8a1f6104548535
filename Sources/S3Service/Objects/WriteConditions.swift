internal import HTTPMessage
internal import S3Dialect

/// The conditions of a write: what the current version must be.
struct WriteConditions: Sendable {
    private let match: EntityTagList?
    private let mustBeAbsent: Bool

    /// Nothing to check.
    static let none = WriteConditions(match: nil, mustBeAbsent: false)

    init(match: EntityTagList?, mustBeAbsent: Bool = false) {
        self.match = match
        self.mustBeAbsent = mustBeAbsent
    }

    /// If-Match with tags, and If-None-Match with `*` alone.
    /// - Throws: NotImplemented for other conditions, as S3 does.
    init(_ call: S3Call) throws(S3Error) {
        let wanted = call.writeCondition("If-Match")
        match = wanted.map(EntityTagList.parse)
        let noneMatch = call.writeCondition("If-None-Match")
        mustBeAbsent = noneMatch != nil
        guard noneMatch == nil || noneMatch == "*" else {
            throw Self.refusal("If-None-Match", "We don't accept the provided value of If-None-Match header for this API")
        }
        guard wanted != "*" else {
            throw Self.refusal("If-Match", "We don't accept the provided value of If-Match header for this API")
        }
        guard match == nil || !mustBeAbsent else {
            throw Self.refusal("If-Match,If-None-Match", "Multiple conditional request headers present in the request")
        }
    }

    /// Whether a call has any, right or wrong.
    static func arePresent(in call: S3Call) -> Bool {
        call.writeCondition("If-Match") != nil || call.writeCondition("If-None-Match") != nil
    }

    var isEmpty: Bool { match == nil && !mustBeAbsent }

    /// - Parameter current: the newest version; nil when there is none or it is a delete marker.
    /// - Throws: PreconditionFailed; NoSuchKey when an object must be there.
    func check(_ current: StoredObject?, _ key: ObjectKey) throws(S3Error) {
        if mustBeAbsent, current != nil { throw Self.failed("If-None-Match") }
        guard let match else { return }
        guard let current else { throw .noSuchKey(key.text) }
        guard match.matchesStrongly(current.head.entityTag) else { throw Self.failed("If-Match") }
    }

    /// Checks a condition that holds for the newest version: that it is the one over which the upload began.
    /// - Throws: ConditionalRequestConflict.
    func check(_ upload: MultipartUpload) throws(S3Error) {
        guard !isEmpty, upload.isOvertaken else { return }
        let condition = mustBeAbsent ? "If-None-Match" : "If-Match"
        throw S3Error(.conditionalRequestConflict, nil, [("Condition", condition), ("Key", upload.key.text)])
    }

    private static func refusal(_ header: String, _ reason: String) -> S3Error {
        S3Error(.notImplemented, nil, [("Header", header), ("additionalMessage", reason)])
    }

    /// PreconditionFailed.
    static func failed(_ condition: String) -> S3Error { S3Error(.preconditionFailed, nil, [("Condition", condition)]) }
}
