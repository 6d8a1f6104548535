/// The settings of the S3 listener.
package struct S3Settings: Sendable {
    /// The region in responses.
    package var region: String
    /// Domains below which the first label is the bucket: `pics.example.test` means the bucket `pics` if `example.test` is in the list.
    /// `localhost`, `s3.localhost` and Amazon's own names always work.
    package var baseDomains: [String]

    package init(region: String = "us-east-1", baseDomains: [String] = []) {
        self.region = region
        self.baseDomains = baseDomains
    }
}
