internal import S3Dialect

extension S3Error {
    /// Internal: the operation is performed again on a thread where it may take time.
    static let needsTime = S3Error(.slowDown, needOfTime)
    var isNeedOfTime: Bool { message == Self.needOfTime }
    private static let needOfTime = "The operation takes time."
}
