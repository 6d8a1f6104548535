internal import S3Dialect

/// A part of an object that was uploaded in parts.
struct ObjectPart: Sendable {
    /// 1…10,000, as the client chose it.
    let number: Int
    /// Length in bytes.
    let size: Int
    /// Nil when none was sent.
    let checksum: Checksum?
}
