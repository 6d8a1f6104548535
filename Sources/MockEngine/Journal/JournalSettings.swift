/// How much the journal keeps.
package struct JournalSettings: Sendable, Equatable {
    /// False keeps nothing (`--no-request-journal`); counts and lists then say `requestJournalDisabled`. Default true.
    package var isEnabled: Bool
    /// The limit of everything kept, in bytes; the oldest entries are dropped. Default 64 MiB.
    package var maximumBytes: Int
    /// The limit of the number of entries (`--max-request-journal-entries`); nil for no limit but the bytes.
    package var maximumEntries: Int?
    /// A longer body, of a request or of a response made for one request, is kept as length and SHA-256. The gzipped body of a request
    /// that is longer when it is decoded is shown as received. Bytes; default 64 KiB.
    package var maximumBodyBytes: Int
    /// Entries show a response body up to this many bytes (`--logged-response-body-size-limit`), and requests' bodies whole; nil for no
    /// limit of its own.
    package var shownResponseBytes: Int?
    /// Domains below which the first labels of a Host are a bucket of S3's, for what entries say of S3.
    var s3BaseDomains: [String] = []

    package init(
        isEnabled: Bool = true, maximumBytes: Int = 64 << 20, maximumEntries: Int? = nil, maximumBodyBytes: Int = 64 << 10
    ) {
        self.isEnabled = isEnabled
        self.maximumBytes = maximumBytes
        self.maximumEntries = maximumEntries
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// A single body fills at most an eighth of the journal.
    var bodyLimit: Int { min(maximumBodyBytes, maximumBytes / 8) }
    /// Entries are dropped by segment: a 64th of the journal, at least 16 KiB, at most 1 MiB, and never more than an eighth.
    var segmentBytes: Int { min(max(16 << 10, min(1 << 20, maximumBytes / 64)), max(1, maximumBytes / 8)) }
}
