package import Placeholders
package import S3Dialect

/// The settings of the S3 listener.
package struct S3Settings: Sendable {
    /// The region in responses.
    package var region: String
    /// Domains below which the first label is the bucket: `pics.example.test` means the bucket `pics` if `example.test` is in the list.
    /// `localhost`, `s3.localhost` and Amazon's own names always work.
    package var baseDomains: [String]
    /// How many bytes a session may hold (`s3.maximumBytes`).
    package var maximumBytes: Int
    /// How many uploads in parts a session may have begun and not finished (`s3.maximumUploads`).
    package var maximumUploads: Int
    /// The folder of the files without a name that hold long bodies.
    package var temporaryDirectory = "/tmp"
    /// Those files have descriptors below this number only. The others are left to connections.
    package var descriptorLimit = Int.max

    /// The pictures for keys that buckets lack, by bucket (`s3.placeholders`). Such a bucket needs no folder.
    package var placeholders: [String: PlaceholderForm] = [:]
    /// Makes them.
    package var pictures = PictureMaker()

    /// What is asked of requests (`s3.auth`).
    package var auth: AuthenticationMode
    /// The key pairs that sign requests (`s3.keys`).
    package var keys: [(accessKey: String, secretKey: String)]
    /// What a request without a key may do with the folder's objects in strict mode (`s3.anonymous`).
    package var anonymous: AnonymousAccess
    /// Further Hosts that clients sign (`s3.publicHosts`).
    package var publicHosts: [String]

    /// Origins of pages that may use every bucket (`s3.cors`); `*` stands for all.
    package var corsOrigins: [String] = []

    /// The folder of what is worth keeping over a restart; nil to keep nothing. One that cannot be opened is told at the start.
    package var cacheDirectory: String?
    /// Whether the server's own session writes into the folder (`s3.persist`).
    package var persists = false

    /// The defaults, but for what is given.
    package init(
        region: String = Region.standard, baseDomains: [String] = [], maximumBytes: Int = 4 << 30, maximumUploads: Int = 1_000,
        auth: AuthenticationMode = .expiry, keys: [(accessKey: String, secretKey: String)] = [], anonymous: AnonymousAccess = .read,
        publicHosts: [String] = []
    ) {
        self.region = region
        self.baseDomains = baseDomains
        self.maximumBytes = maximumBytes
        self.maximumUploads = maximumUploads
        self.auth = auth
        self.keys = keys
        self.anonymous = anonymous
        self.publicHosts = publicHosts
    }
}
