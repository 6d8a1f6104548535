/// How the S3 listener behaves.
package struct S3Settings: Sendable {
    /// What it says where a region is asked for.
    package var region: String
    /// `pics.example.test` is the bucket `pics` when `example.test` is one of these; beside `localhost`, `s3.localhost` and
    /// Amazon's own names, which always are.
    package var baseDomains: [String]

    package init(region: String = "us-east-1", baseDomains: [String] = []) {
        self.region = region
        self.baseDomains = baseDomains
    }
}
