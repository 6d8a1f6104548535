package import HTTPMessage

/// The folder of S3's buckets, `s3`. Any thread; calls block.
package protocol ObjectFolder: Sendable {
    /// Writes an object's file and the file that describes it, each atomically; makes folders as needed.
    /// - Throws: an error that says why it cannot be written.
    func write(_ object: RecordedObject) throws
}

/// An object that was fetched from another server.
package struct RecordedObject: Sendable, Equatable {
    /// The bucket's name.
    package let bucket: String
    /// The key's bytes.
    package let key: [UInt8]
    /// The content.
    package let bytes: [UInt8]
    /// The fields of its responses that belong to the object.
    package let fields: HeaderFields
    /// User metadata, names without `x-amz-meta-`.
    package let metadata: [QueryItem]

    private static let fieldNames = [
        "Content-Type", "Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Language", "Expires",
    ]
    private static let metadataPrefix = "x-amz-meta-"

    /// - Parameter responseFields: of the response that had the object.
    package init(bucket: String, key: [UInt8], bytes: [UInt8], responseFields: HeaderFields) {
        self.bucket = bucket
        self.key = key
        self.bytes = bytes
        fields = HeaderFields(
            responseFields.filter { field in Self.fieldNames.contains { ASCII.equalsIgnoringCase($0, field.name) } })
        metadata = responseFields.compactMap { field in
            let name = field.name.lowercased()
            return name.hasPrefix(Self.metadataPrefix) ? QueryItem(String(name.dropFirst(Self.metadataPrefix.count)), field.value) : nil
        }
    }
}
