internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// One request, with what operations need of it.
struct S3Call: Sendable {
    let request: Request
    let address: S3Address
    let operation: S3OperationName
    let identity: RequestIdentity
    /// Decides who may perform it.
    let access: AccessControl
    /// Who signed it, where signatures are verified; nil for nobody.
    let signer: SignedRequest?
    /// Decoded, in the order of the query.
    let query: [QueryItem]
    /// Whether it is a path-style GET or HEAD for whose path the response is always the same: without conditions and without a query but a
    /// link's.
    let isPlainRead: Bool
    /// What the head of an upload says about the object; nil until `S3Operation.admit` has read it.
    var description: ObjectDescription?
    /// What became of a body that was taken while it arrived, or that was checked before the operation; nil for another one that the wire
    /// has kept.
    var upload: Result<ReceivedBody, S3Error>?

    init(
        _ request: Request, _ address: S3Address, _ operation: S3OperationName, _ identity: RequestIdentity, _ access: AccessControl,
        _ signer: SignedRequest?, isPlainRead: Bool = false
    ) {
        self.request = request
        self.address = address
        self.operation = operation
        self.identity = identity
        self.access = access
        self.signer = signer
        self.isPlainRead = isPlainRead
        query = request.queryItems
    }

    /// The same about something else.
    init(_ call: S3Call, _ address: S3Address) {
        self.init(call.request, address, call.operation, call.identity, call.access, call.signer)
    }

    /// The same from somebody else.
    init(_ call: S3Call, signer: SignedRequest?) {
        self.init(call.request, call.address, call.operation, call.identity, call.access, signer)
    }

    /// The same with other header fields and without a body.
    init(_ call: S3Call, headers: HeaderFields) {
        let request = Request(method: call.request.method, target: call.request.path, headers: headers, arrival: call.request.arrival)
        self.init(request, call.address, call.operation, call.identity, call.access, call.signer)
    }

    var settings: S3Settings { access.settings }
    var bucket: String { address.bucket ?? "" }
    var key: ObjectKey { ObjectKey(address.key ?? []) }

    /// The key of the object that the call is about.
    /// - Throws: KeyTooLongError.
    func checkedKey() throws(S3Error) -> ObjectKey {
        let key = key
        try key.checkLength()
        return key
    }

    /// The first value of a parameter; empty for a name without a value, nil when it is absent.
    func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The value of a field, which a presigned link may carry in its query if it is one of S3's own; nil when there is none.
    /// - Parameter name: in lower case.
    func field(_ name: String) -> String? {
        if let value = request.firstHeader(name) { return value }
        guard name.hasPrefix("x-amz-"), isPresigned else { return nil }
        return query.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }

    /// The value of a condition of a write, which a link of version 4 may carry in its query; nil when there is none.
    func writeCondition(_ name: String) -> String? {
        if let value = request.firstHeader(name) { return value }
        // A link of version 2 does not sign it.
        guard request.queryBytes != nil, parameter("X-Amz-Signature") != nil else { return nil }
        return query.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }

    /// The fields whose names begin with this, without that beginning and in lower case, in order. Those of a presigned link come last, and
    /// count only where the field itself is not sent.
    func fields(withPrefix prefix: String) -> [QueryItem] {
        var fields: [QueryItem] = []
        for index in 0..<request.headerCount {
            let name = request.headerName(index)
            guard ASCII.equalsIgnoringCase(name.prefix(prefix.utf8.count), prefix.utf8) else { continue }
            let rest = FieldText.decode(name.dropFirst(prefix.utf8.count)).lowercased()
            fields.append(QueryItem(rest, FieldText.decode(request.headerValue(index))))
        }
        guard isPresigned else { return fields }
        let sent = Set(fields.map(\.name))
        for item in query {
            let name = item.name.lowercased()
            guard name.hasPrefix(prefix) else { continue }
            let rest = String(name.dropFirst(prefix.utf8.count))
            if !sent.contains(rest) { fields.append(QueryItem(rest, item.value)) }
        }
        return fields
    }

    /// The Content-Type that a link of version 2 carries in its query; nil where the field itself is sent.
    var typeOfLink: String? {
        guard request.firstHeaderIndex("Content-Type") == nil, isPresigned, parameter("AWSAccessKeyId") != nil else { return nil }
        return query.first { ASCII.equalsIgnoringCase($0.name.utf8, "Content-Type".utf8) && !$0.value.isEmpty }?.value
    }

    /// Whether the request has a signature, valid or not.
    var isSigned: Bool { request.firstHeaderIndex("Authorization") != nil || isPresigned }

    /// Whether the caller has a key, or needs none.
    var isFromOwner: Bool { signer != nil || settings.auth != .strict }

    /// The address of the bucket in the form that the client chose, with a slash at its end.
    var bucketURL: String {
        let isPathStyle = S3Address(path: request.pathBytes) == address
        let path = request.prefix + "/" + (isPathStyle ? PercentCoding.encode(bucket.utf8) + "/" : "")
        return "\(request.receivedScheme)://\(request.receivedAuthority ?? "localhost")\(path)"
    }

    /// The address of an object that was uploaded. As in S3, the slashes of its key are percent-encoded.
    func location(of key: ObjectKey) -> String { bucketURL + PercentCoding.encode(key.bytes) }

    private var isPresigned: Bool {
        request.queryBytes != nil && (parameter("X-Amz-Signature") != nil || parameter("Signature") != nil)
    }

    /// A 200 with a document.
    func document(_ xml: XMLText, headers: HeaderFields = []) -> Response {
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: headers)
        fields.append(name: "Content-Type", value: "application/xml")
        return Response(status: 200, headers: fields, body: .bytes(xml.bytes))
    }

    /// A response without a body.
    func done(_ status: Int = 200, headers: HeaderFields = []) -> Response {
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: headers)
        return Response(status: status, headers: fields)
    }
}

extension S3Call {
    /// The number of the part that is uploaded, 1 to 10,000.
    /// - Throws: InvalidArgument; MethodNotAllowed without a number.
    func newPart() throws(S3Error) -> Int {
        guard let text = parameter("partNumber") else {
            throw .methodNotAllowed(request.method, onUpload: "DELETE, POST, GET")
        }
        if parameter("uploadId") == "" { throw Self.partWithoutUpload }
        try checkNamesNoVersion()
        return try Self.part(text)
    }

    /// The number of the part that a read names; nil when it names none.
    /// - Throws: InvalidArgument.
    func partToRead() throws(S3Error) -> Int? {
        guard let text = parameter("partNumber") else { return nil }
        return try Self.part(text)
    }

    private static func part(_ text: String) throws(S3Error) -> Int {
        guard let number = S3RequestSummary.number(text), (1...PartList.limit).contains(number) else {
            throw .invalidArgument("Part number must be an integer between 1 and 10000, inclusive", "partNumber", text)
        }
        return number
    }

    /// Checks that a write of an object names neither a part nor a version: it would become the object, or another version.
    /// - Throws: InvalidArgument.
    func checkIsWholeAndNew() throws(S3Error) {
        if parameter("partNumber") != nil { throw Self.partWithoutUpload }
        try checkNamesNoVersion()
    }

    /// - Throws: InvalidArgument.
    func checkNamesNoVersion() throws(S3Error) {
        guard let version = parameter("versionId") else { return }
        throw .invalidArgument("This operation does not accept a version-id.", "versionId", version)
    }

    /// Checks that a request of a bucket names no upload, which has a key.
    /// - Throws: InvalidRequest.
    func checkNamesNoUpload() throws(S3Error) {
        if parameter("uploadId") != nil { throw S3Error(.invalidRequest, "A key must be specified") }
    }

    /// As in S3, it repeats the name in place of the number.
    private static let partWithoutUpload = S3Error.invalidArgument(
        "This operation does not accept partNumber without uploadId", "partNumber", "partNumber")

    /// Whether a read wants the checksum.
    var asksForChecksum: Bool { request.firstHeader(Self.checksumMode).map { ASCII.equalsIgnoringCase($0, "ENABLED") } ?? false }

    private static let checksumMode = "x-amz-checksum-mode"

    /// Whether a request has no mode of checksums, or `ENABLED`.
    static func hasKnownChecksumMode(_ request: Request) -> Bool {
        guard let index = request.firstHeaderIndex(checksumMode) else { return true }
        return ASCII.equalsIgnoringCase(request.headerValue(index), "ENABLED".utf8)
    }

    /// - Throws: InvalidRequest for another mode of checksums than `ENABLED`.
    func checkChecksumMode() throws(S3Error) {
        guard Self.hasKnownChecksumMode(request) else {
            throw S3Error(.invalidRequest, "Value for x-amz-checksum-mode header is invalid.")
        }
    }

    /// The algorithm that `x-amz-checksum-algorithm` names; nil without the field.
    /// - Throws: InvalidRequest.
    func checksumAlgorithm() throws(S3Error) -> ChecksumAlgorithm? {
        guard let text = field("x-amz-checksum-algorithm") else { return nil }
        let names = ChecksumAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        return try ChecksumAlgorithm(
            name: text,
            else: S3Error(
                .invalidRequest,
                "Checksum algorithm provided is unsupported. Please try again with any of the valid types: [\(names)]"))
    }
}
