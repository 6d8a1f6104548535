internal import AdminAPI
internal import S3Service

/// `s3/` for the recorder.
struct AdminObjectFolder: ObjectFolder {
    /// An object could not be written.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let service: S3Service

    func write(_ object: RecordedObject) throws {
        do throws(S3SaveError) {
            try service.saveFile(
                object.bytes, bucket: object.bucket, key: object.key, headers: object.fields, metadata: object.metadata)
        } catch {
            throw Failure(description: error.sentence)
        }
    }
}
