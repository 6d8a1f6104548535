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

    /// Checks the body of an operation that does not keep it, and may not look at it. Where there is none, nothing is digested.
    /// - Throws: what is wrong with it.
    func checkBody() throws(S3Error) {
        guard upload == nil, request.body.count == 0 else {
            _ = try received()
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

    /// The same in memory: a document.
    func body() throws(S3Error) -> [UInt8] {
        let received = try received()
        do { return try received.bytes.bytes() } catch { throw .internalError("Reading the body: \(error)") }
    }

    /// Checks that the head of an upload says how long the object is.
    /// - Throws: NotImplemented for HTTP's chunks, unless aws-chunked is in them; MissingContentLength when nothing says that there is a
    ///   body, not even that it is empty.
    func requireLength() throws(S3Error) {
        if request.firstHeaderIndex("Transfer-Encoding") != nil {
            guard try uploadHead().form.isChunked else { throw .notImplemented(header: "Transfer-Encoding") }
        } else if request.firstHeaderIndex("Content-Length") == nil {
            throw S3Error(.missingContentLength)
        }
    }
}
