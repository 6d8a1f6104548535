internal import S3Dialect

/// The body of an upload: decoded, digested and checked.
struct UploadedBody: Sendable {
    let content: ObjectContent
    /// The fields of the form whose file it is; nil for another body.
    let form: ReceivedForm?
    /// Of the decoded bytes.
    let md5: [UInt8]
    /// In the algorithm of the client, or in S3's own.
    let checksum: Checksum
    /// Whether the client sent the checksum.
    let isClientsChecksum: Bool

    /// Length in bytes.
    var size: Int { content.size }
}
