internal import HTTPMessage
internal import S3Dialect

extension S3Call {
    /// What the head says about the body. The checksum of CompleteMultipartUpload is that of the object.
    /// - Throws: InvalidDigest, InvalidRequest, InvalidArgument, EntityTooLarge, MissingContentLength.
    func uploadHead() throws(S3Error) -> UploadHead {
        try UploadHead(request, checksumIsOfBody: operation != .completeMultipartUpload)
    }

    /// The whole body, decoded and verified. Takes time if the wire has kept a long one.
    /// - Throws: what is wrong with it.
    func received() throws(S3Error) -> ReceivedBody {
        if let upload { return try upload.get() }
        return try ReceivedBody(
            of: request,
            UploadIntake(
                uploadHead(), signatures: signer?.chunks, limit: UploadHead.maximumLength, folder: .temporary(settings)))
    }

    /// The whole file of an upload form, with the form's fields. Takes time if the wire has kept a long one.
    /// - Throws: what is wrong with it.
    func receivedForm(_ view: BucketView) throws(S3Error) -> ReceivedBody {
        if let upload { return try upload.get() }
        return try ReceivedBody(
            of: request,
            UploadIntake(
                uploadHead(), form: formIntake(view), limit: UploadHead.maximumLength, folder: .temporary(settings)))
    }

    /// Checks the body of an operation that does not keep it, and may not look at it. Where there is none, nothing is digested. The call
    /// keeps the body, which the operation then need not decode and digest again.
    /// - Throws: what is wrong with it; InvalidRequest for aws-chunked, which only uploads use, and bodies that need a digest.
    mutating func checkBody() throws(S3Error) {
        guard upload == nil, request.body.count == 0 else {
            if !Self.digested.contains(operation) { try uploadHead().refuseChunks() }
            upload = .success(try received())
            return
        }
        try UploadHead.checkNoBody(request, signed: parameter("X-Amz-Content-Sha256"))
    }

    /// The reader of an upload form, whose fields count at the moment of the view.
    /// - Throws: PreconditionFailed, MalformedPOSTRequest.
    func formIntake(_ view: BucketView) throws(S3Error) -> FormIntake {
        try FormIntake(contentType: request.firstHeader("Content-Type")) { [self] (fields) throws(S3Error) in
            try ReceivedForm(fields, self, view)
        }
    }

    /// The whole body in memory: a document.
    /// - Throws: what is wrong with it; InternalError when it cannot be read.
    func body() throws(S3Error) -> [UInt8] {
        let received = try received()
        do { return try received.bytes.bytes() } catch { throw .internalError("Reading the body: \(error)") }
    }

    /// The body of an operation that needs a document.
    /// - Throws: MissingRequestBodyError when it is empty; as `body`.
    func requiredBody() throws(S3Error) -> [UInt8] {
        let bytes = try body()
        guard !bytes.isEmpty else { throw S3Error(.missingRequestBodyError) }
        return bytes
    }

    /// The operations whose body needs a digest: their documents replace or delete what a damaged one would lose.
    private static let digested: Set<S3OperationName> = [
        .deleteObjects, .putBucketCors, .putBucketLifecycleConfiguration, .putBucketTagging,
    ]

    /// Checks that the client says what the body must be, if the operation is one of those that need it.
    /// - Throws: InvalidRequest.
    func requireDigest() throws(S3Error) {
        guard Self.digested.contains(operation) else { return }
        let names = ["Content-MD5", "x-amz-trailer"] + ChecksumAlgorithm.allCases.map(\.field)
        if names.contains(where: { request.firstHeaderIndex($0) != nil }) { return }
        // S3 takes a checksum there, too, but does not speak of it.
        let wanted = operation == .putBucketLifecycleConfiguration ? "Content-MD5" : "Content-MD5 OR x-amz-checksum-*"
        throw S3Error(.invalidRequest, "Missing required header for this request: \(wanted)")
    }

    /// Checks that a copy has no body: the object is that of its source.
    /// - Throws: InvalidRequest.
    func refuseBody() throws(S3Error) {
        if upload == nil, request.body.count == 0 { return }
        guard try received().size == 0 else {
            throw S3Error(
                .invalidRequest, "The request included a body. Requests of this type must not include a non-empty body.")
        }
    }

    /// Checks that the body of an upload does not come in aws-chunked encoding if the signature in its field says that it does not. A link
    /// says nothing about the body.
    /// - Throws: InvalidArgument.
    func checkCoding() throws(S3Error) {
        let name = "Content-Encoding"
        guard request.firstHeaderIndex(name) != nil, request.firstHeaderIndex("Authorization") != nil,
            request.firstHeader("x-amz-content-sha256") == "UNSIGNED-PAYLOAD",
            request.headers.list(name, contains: "aws-chunked")
        else { return }
        throw .invalidArgument(
            "aws-chunked encoding is not supported when x-amz-content-sha256 UNSIGNED-PAYLOAD is supplied.", name,
            request.headers(name).joined(separator: ","))
    }

    /// Checks that the head of an upload says how long the object is.
    /// - Throws: NotImplemented for HTTP's chunks, unless aws-chunked is in them; MissingContentLength when nothing says that there is a
    ///   body, not even that it is empty.
    func requireLength() throws(S3Error) {
        if request.firstHeaderIndex("Transfer-Encoding") != nil {
            // A form that cannot be read is refused later, as for every body.
            if let form = try? UploadHead.form(of: request), !form.isChunked { throw .notImplemented(header: "Transfer-Encoding") }
        } else if request.firstHeaderIndex("Content-Length") == nil {
            throw S3Error(.missingContentLength)
        }
    }
}
