internal import HTTPMessage
internal import S3Dialect

/// The object that a copy reads: `x-amz-copy-source`, and the conditions on it.
struct CopySource: Sendable {
    let bucket: String
    let key: ObjectKey
    /// Nil for the newest.
    let version: VersionID?

    /// The most bytes of one copy. Larger objects are copied in parts.
    private static let maximumBytes = UploadHead.maximumLength

    /// The field that names it.
    static let field = "x-amz-copy-source"

    /// - Throws: InvalidArgument.
    init(_ call: S3Call) throws(S3Error) {
        let name = Self.field
        let text = call.field(name) ?? ""
        // The question mark of a version is not encoded, one in a key is.
        let parts = Self.withoutHost(text).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // As in a form: whoever copies `a+b` must write `a%2Bb`.
        let written = Array(parts[0].utf8)
        var path = PercentCoding.decode(written, plusIsSpace: true)
        if path.first == UInt8(ascii: "/") { path.removeFirst() }
        guard EscapedText.isWellFormed(written[...]) else { throw .invalidArgument("Invalid copy source encoding.", name, text) }
        let slash = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        let noBucket = S3Error.invalidArgument("Invalid copy source bucket name", name, name)
        if slash == 0 { throw noBucket }
        guard slash + 1 < path.count else { throw .invalidArgument("Invalid copy source object key", name, name) }
        bucket = String(decoding: path[..<slash], as: UTF8.self)
        guard BucketName.canBeCopiedFrom(bucket) else { throw noBucket }
        key = ObjectKey(Array(path[(slash + 1)...]))
        version = try parts.count > 1 ? Self.version(parts[1], name, text) : nil
    }

    /// The path of a URL, which a source may be, too; another text as it is.
    private static func withoutHost(_ text: String) -> Substring {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return text[...] }
        return text.dropFirst(scheme.count).drop { $0 != "/" }
    }

    /// - Parameter query: what follows the question mark.
    private static func version(_ query: Substring, _ name: String, _ text: String) throws(S3Error) -> VersionID? {
        guard query.hasPrefix("versionId="), !query.contains("&") else {
            throw .invalidArgument("Unsupported copy source parameter.", name, text)
        }
        return try VersionID.parse(String(query.dropFirst("versionId=".count)))
    }

    /// The object, if it is as the request wants it.
    /// - Throws: NoSuchBucket, NoSuchKey, NoSuchVersion, PreconditionFailed; InvalidRequest for a delete marker that is named.
    func find(_ call: S3Call, _ view: BucketView) throws(S3Error) -> StoredObject {
        let object: StoredObject
        do throws(S3Error) {
            object = try view.bucket(bucket).object(key, version: version)
        } catch  where error.code == S3ErrorCode.methodNotAllowed.rawValue {
            throw S3Error(.invalidRequest, "The source of a copy request may not specifically refer to a delete marker by version id.")
        }
        try EncryptionFields.checkSource(call)
        try check(object.head, call, now: view.now)
        return object
    }

    /// The field that names the version that was read; empty for a version `null` that the request does not name.
    func versionFields(_ object: StoredObject) -> HeaderFields {
        version == nil && object.version == .null ? [] : [("x-amz-copy-source-version-id", object.version.text)]
    }

    private func check(_ head: ObjectHead, _ call: S3Call, now: HTTPDate) throws(S3Error) {
        func tags(_ name: String) -> EntityTagList? { call.field("x-amz-copy-source-\(name)").map(EntityTagList.parse) }
        func date(_ name: String) -> HTTPDate? { call.field("x-amz-copy-source-\(name)").flatMap(HTTPDate.parse) }
        if let match = tags("if-match") {
            if !match.matchesStrongly(head.entityTag) { throw WriteConditions.failed("x-amz-copy-source-If-Match") }
        } else if let date = date("if-unmodified-since"), head.lastModified > date {
            throw WriteConditions.failed("x-amz-copy-source-If-Unmodified-Since")
        }
        if let noneMatch = tags("if-none-match") {
            if noneMatch.matchesWeakly(head.entityTag) { throw WriteConditions.failed("x-amz-copy-source-If-None-Match") }
        } else if let date = date("if-modified-since"), date <= now, head.lastModified <= date {
            throw WriteConditions.failed("x-amz-copy-source-If-Modified-Since")
        }
    }

    /// The range of an object that `x-amz-copy-source-range` names; the whole object without the field.
    /// - Throws: InvalidArgument for another form than `bytes=first-last` and for an end beyond the object; InvalidRequest for a beginning
    ///   beyond it.
    static func range(of object: StoredObject, _ call: S3Call) throws(S3Error) -> Range<Int> {
        let name = "x-amz-copy-source-range"
        guard let text = call.field(name) else { return 0..<object.size }
        let numbers = text.hasPrefix("bytes=") ? text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false) : []
        guard numbers.count == 2, let first = number(numbers[0]), let last = number(numbers[1]), first <= last else {
            throw .invalidArgument(
                "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets "
                    + "of the first and last bytes to copy", name, text)
        }
        guard first < object.size else {
            throw S3Error(.invalidRequest, "The specified copy range is invalid for the source object size")
        }
        guard last < object.size else {
            throw .invalidArgument("Range specified is not valid for source object of size: \(object.size)", name, text)
        }
        return first..<(last + 1)
    }

    /// Checks the length of what is copied, in bytes.
    /// - Throws: InvalidRequest.
    static func check(length: Int) throws(S3Error) {
        guard length <= maximumBytes else {
            throw S3Error(
                .invalidRequest,
                "The specified copy source is larger than the maximum allowable size for a copy source: \(maximumBytes)")
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(digits) : nil
    }
}
