package import HTTPMessage
internal import S3Dialect

/// Requests whose bodies are taken while they arrive.
extension S3Service {
    /// Takes the body of a request. It is refused if the head alone decides that: because of what it says about the body, or because of the
    /// bucket, the key, a condition or the session's limit. Does not block.
    package func upload(for head: Request, in session: S3Session) -> S3Upload {
        do throws(S3Error) {
            try checkTarget(of: head)
            let signer = try access.identify(head, now: session.now)
            var (call, operation) = try call(of: head, .next(), signer)
            let view = BucketView(objects, session)
            let isForm = call.operation == .postObject
            // A form is signed by its fields.
            if !isForm { try access.check(call, view) }
            try operation.admit(&call, view)
            let body = try call.uploadHead()
            let frame = isForm ? Self.mostFormBytes : 0
            if let length = body.length, length > operation.maximumBodyBytes + frame {
                throw .tooLarge(length, operation.maximumBodyBytes)
            }
            let room = operation.storesBody ? try session.layer.ledger.charge(body.length ?? 0) : nil
            let intake = UploadIntake(
                body, form: isForm ? try call.formIntake(view) : nil, signatures: signer?.chunks, limit: operation.maximumBodyBytes,
                room: room, folder: spoolFolder(in: session))
            return S3Upload(
                intake, for: (call, operation), length: body.length,
                maximumBytes: Self.sentBytes(of: operation.maximumBodyBytes + frame, body.form),
                // What a document costs is known only when it is here.
                isQuickIfShort: operation.storesBody && !view.isPersistent && operation.cost(of: call, view) == .quick, work: work)
        } catch {
            return S3Upload(refused: error, work: work)
        }
    }

    private func spoolFolder(in session: S3Session) -> SpoolFolder {
        var folder = session.layer.writer?.spoolFolder ?? .temporary(settings)
        folder.descriptorLimit = settings.descriptorLimit
        folder.work = work
        return folder
    }

    /// Responds to a request whose body was taken. Takes time unless the head was refused. A signature counts at the moment of the head.
    package func respond(to request: Request, with upload: S3Upload, in session: S3Session) -> WirePlan {
        if case (var call, let operation)? = upload.accepted {
            call.upload = upload.result ?? .failure(.internalError("The upload is not complete."))
            return perform(operation, call, BucketView(objects, session))
        }
        let identity = RequestIdentity.next()
        do throws(S3Error) {
            let (call, operation) = try call(of: request, identity, nil)
            return perform(operation, call, BucketView(objects, session), unless: upload.refusal)
        } catch {
            return refusal(upload.refusal ?? error, of: request, identity, in: session)
        }
    }

    /// The most bytes of an upload form beside its file.
    private static let mostFormBytes = 1 << 20

    /// The most bytes of a body as it is sent, with the marks of its chunks. The smallest chunks that clients send have a few hundred
    /// bytes.
    private static func sentBytes(of decoded: Int, _ form: BodyForm) -> Int { form.isChunked ? decoded * 2 + 1 << 20 : decoded }
}

extension S3Error {
    /// EntityTooLarge.
    static func tooLarge(_ count: Int, _ limit: Int) -> S3Error {
        S3Error(.entityTooLarge, nil, [("ProposedSize", String(count)), ("MaxSizeAllowed", String(limit))])
    }
}
