package import HTTPMessage
internal import JSONDocument

/// What the head of a request says about its body. Of what a link carries in its query only the digest of the body counts: S3 ignores a
/// checksum there.
package struct UploadHead: Sendable, Hashable {
    /// The largest body of one request.
    package static let maximumLength = 5 << 30

    /// How the body comes.
    package let form: BodyForm
    /// The length of the object in bytes; nil when the head does not say.
    package let length: Int?
    /// Content-MD5, 16 bytes.
    package let md5: [UInt8]?
    /// The checksum that the object must have, from a field.
    package let checksum: Checksum?
    /// The algorithm of the checksum that a trailer brings.
    package let trailer: ChecksumAlgorithm?

    /// The algorithm of the checksum that the client sends; nil when it sends none.
    package var algorithm: ChecksumAlgorithm? { checksum?.algorithm ?? trailer }

    /// - Parameter checksumIsOfBody: false if a field with a checksum is about something else: CompleteMultipartUpload's is the object's.
    /// - Throws: InvalidDigest, InvalidRequest, InvalidArgument, EntityTooLarge; MissingContentLength for aws-chunked without a number as
    ///   the length of the object.
    package init(_ request: Request, checksumIsOfBody: Bool = true) throws(S3Error) {
        form = try Self.form(of: request)
        length = try Self.length(request, form)
        md5 = try Self.md5(request)
        checksum = checksumIsOfBody ? try Self.checksum(request) : nil
        trailer = try Self.trailer(request)
        if checksum != nil, trailer != nil { throw Self.severalChecksums }
        if trailer != nil, !form.hasTrailer {
            throw S3Error(
                .invalidRequest, "x-amz-trailer needs a body with a trailer, as x-amz-content-sha256: STREAMING-…-TRAILER announces it.")
        }
        if checksumIsOfBody { try checkAlgorithm(request, field: "x-amz-sdk-checksum-algorithm") }
    }

    /// How the body comes, whatever else the head says about it.
    /// - Throws: InvalidArgument, NotImplemented.
    package static func form(of request: Request) throws(S3Error) -> BodyForm { try BodyForm(field: try payload(request)) }

    /// What stands for the body in what is signed: in the query of a link, or in the field.
    private static func payload(_ request: Request) throws(S3Error) -> String? {
        try payload(request, signed: request.queryBytes == nil ? nil : SignedQuery(request).value("X-Amz-Content-Sha256"))
    }

    private static func payload(_ request: Request, signed: String?) throws(S3Error) -> String? {
        if let signed { return signed }
        return try request.single(payloadField)
    }

    private static let payloadField = "x-amz-content-sha256"
    /// SHA-256 of nothing.
    private static let digestOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Whether what the fields of a request say about its body is surely right if it has none. Neither allocates nor looks at the query.
    package static func surelyFitsNoBody(_ request: Request) -> Bool {
        guard request.mayHaveHeader(ofLength: payloadField.utf8.count) else { return true }
        for index in 0..<request.headerCount where request.isHeader(index, payloadField) {
            let value = request.headerValue(index)
            guard value.elementsEqual(digestOfNothing.utf8) || value.elementsEqual("UNSIGNED-PAYLOAD".utf8) else { return false }
        }
        return true
    }

    private static let chunksAreForUploads = S3Error(.invalidRequest, "The value of x-amz-content-sha256 header is invalid.")

    /// Checks that the body is not in aws-chunked encoding, which only uploads use.
    /// - Throws: InvalidRequest.
    package func refuseChunks() throws(S3Error) { if form.isChunked { throw Self.chunksAreForUploads } }

    /// Checks what a request without a body says about it.
    /// - Parameter signed: `X-Amz-Content-Sha256` in the query; nil without it.
    /// - Throws: InvalidArgument, XAmzContentSHA256Mismatch; InvalidRequest for aws-chunked, which has bytes.
    package static func checkNoBody(_ request: Request, signed: String?) throws(S3Error) {
        if signed == nil, surelyFitsNoBody(request) { return }
        let form = try BodyForm(field: try payload(request, signed: signed))
        if form.isChunked { throw chunksAreForUploads }
        guard case .digest(let expected) = form, expected != digestOfNothing else { return }
        throw .contentMismatch(expected, computed: digestOfNothing)
    }

    private static let severalChecksums = S3Error(
        .invalidRequest, "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.")

    private static func length(_ request: Request, _ form: BodyForm) throws(S3Error) -> Int? {
        let name = form.isChunked ? "x-amz-decoded-content-length" : "Content-Length"
        guard let text = try request.single(name) else {
            if form.isChunked { throw S3Error(.missingContentLength) }
            return nil
        }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            // As in S3, it says nothing then.
            if form.isChunked { throw S3Error(.missingContentLength) }
            throw .invalidArgument("\(name) must be a number", name, text)
        }
        guard let length = Int(text), length <= maximumLength else {
            throw S3Error(.entityTooLarge, nil, [("ProposedSize", text), ("MaxSizeAllowed", String(maximumLength))])
        }
        return length
    }

    private static func md5(_ request: Request) throws(S3Error) -> [UInt8]? {
        let texts = request.headers("Content-MD5")
        guard let text = texts.first else { return nil }
        guard texts.allSatisfy({ $0 == text }), text.utf8.count == 24, let bytes = Base64.decode(text.utf8), bytes.count == 16 else {
            throw S3Error(.invalidDigest, nil, [("Content-MD5", texts.joined(separator: ", "))])
        }
        return bytes
    }

    /// The checksum that a field brings; nil without one.
    /// - Parameter mayBeComposite: whether it may be one of parts.
    /// - Throws: InvalidRequest, NotImplemented.
    package static func checksum(_ request: Request, mayBeComposite: Bool = false) throws(S3Error) -> Checksum? {
        var found: (algorithm: ChecksumAlgorithm, value: ArraySlice<UInt8>)?
        for index in 0..<request.headerCount where request.headerNameLength(index) > checksumPrefix.utf8.count {
            guard let algorithm = try ChecksumAlgorithm.of(field: request.headerName(index)) else { continue }
            guard found == nil else { throw severalChecksums }
            found = (algorithm, request.headerValue(index))
        }
        guard let found else { return nil }
        guard let checksum = Checksum(found.algorithm, text: FieldText.decode(found.value)), mayBeComposite || checksum.parts == nil
        else { throw S3Error(.invalidRequest, "Value for \(found.algorithm.field) header is invalid.") }
        return checksum
    }

    private static func trailer(_ request: Request) throws(S3Error) -> ChecksumAlgorithm? {
        let names = request.headers("x-amz-trailer").flatMap { $0.split(separator: ",") }.map { FieldText.trimmingBlanks($0) }
        guard let name = names.first else { return nil }
        guard names.count == 1 else { throw severalChecksums }
        let refusal = S3Error(.invalidRequest, "The value specified in the x-amz-trailer header is not supported")
        guard name.lowercased().hasPrefix(checksumPrefix) else { throw refusal }
        return try ChecksumAlgorithm(name: String(name.dropFirst(checksumPrefix.utf8.count)), else: refusal)
    }

    private static let checksumPrefix = "x-amz-checksum-"

    /// Checks that the checksum comes whose algorithm a field names.
    /// - Parameter field: a form has `x-amz-checksum-algorithm`, too.
    /// - Throws: InvalidRequest, NotImplemented.
    package func checkAlgorithm(_ request: Request, field: String) throws(S3Error) {
        guard let name = request.firstHeader(field) else { return }
        let refusal = S3Error(.invalidRequest, "Value for \(field) header is invalid.")
        let announced = try ChecksumAlgorithm(name: name, else: refusal)
        guard let algorithm else {
            throw S3Error(
                .invalidRequest,
                "\(field) specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.")
        }
        guard algorithm == announced else { throw refusal }
    }
}
