/// The settings of the S3 listener.
package struct S3Settings: Sendable {
    /// The region in responses.
    package var region: String
    /// Domains below which the first label is the bucket: `pics.example.test` means the bucket `pics` if `example.test` is in the list.
    /// `localhost`, `s3.localhost` and Amazon's own names always work.
    package var baseDomains: [String]
    /// How many bytes a session may hold (`s3.maximumBytes`).
    package var maximumBytes: Int
    /// How many uploads in parts a session may have begun and not finished.
    package var maximumUploads: Int

    package init(
        region: String = "us-east-1", baseDomains: [String] = [], maximumBytes: Int = 4 << 30, maximumUploads: Int = 1_000
    ) {
        self.region = region
        self.baseDomains = baseDomains
        self.maximumBytes = maximumBytes
        self.maximumUploads = maximumUploads
    }
}
