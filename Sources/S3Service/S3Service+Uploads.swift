package import HTTPMessage
internal import S3Dialect

/// Requests whose bodies are taken while they arrive.
extension S3Service {
    /// Takes the body of a request. It is refused if the head alone decides that: because of what it says about the body, or because of the
    /// bucket, the key, a condition or the session's limit. Does not block.
    package func upload(for head: Request, in session: S3Session) -> S3Upload {
        do throws(S3Error) {
            let (call, operation) = try call(of: head, .next())
            let body = try call.uploadHead()
            if let length = body.length, length > operation.maximumBodyBytes {
                throw .tooLarge(length, operation.maximumBodyBytes)
            }
            try operation.admit(call, BucketView(objects, session))
            let intake = UploadIntake(body, limit: operation.maximumBodyBytes, directory: settings.temporaryDirectory)
            return S3Upload(intake, maximumBytes: Self.sentBytes(of: operation.maximumBodyBytes, body.form), work: work)
        } catch {
            return S3Upload(refused: error, work: work)
        }
    }

    /// Responds to a request whose body was taken. Takes time unless the upload is refused.
    package func respond(to request: Request, with upload: S3Upload, in session: S3Session) -> WirePlan {
        let identity = RequestIdentity.next()
        do throws(S3Error) {
            var (call, operation) = try call(of: request, identity)
            call.upload = upload.result ?? .failure(.internalError("The upload is not complete."))
            return perform(operation, call, BucketView(objects, session))
        } catch {
            return plan(error.response(to: request, identity), identity)
        }
    }

    /// So long may a body be as it is sent. The smallest chunks that clients send have a few hundred bytes.
    private static func sentBytes(of decoded: Int, _ form: BodyForm) -> Int { form.isChunked ? decoded * 2 + 1 << 20 : decoded }
}

extension S3Error {
    /// EntityTooLarge.
    static func tooLarge(_ count: Int, _ limit: Int) -> S3Error {
        S3Error(.entityTooLarge, nil, [("ProposedSize", String(count)), ("MaxSizeAllowed", String(limit))])
    }
}
