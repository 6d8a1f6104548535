/// How much the journal keeps.
package struct JournalSettings: Sendable, Equatable {
    /// False keeps nothing (`--no-request-journal`); counts and lists then say `requestJournalDisabled`.
    package var isEnabled: Bool
    /// Bound of everything kept, in bytes; the oldest entries make room. Default 64 MiB.
    package var maximumBytes: Int
    /// Bound of the number of entries (`--max-request-journal-entries`); nil means only the bytes count.
    package var maximumEntries: Int?
    /// A longer body, of a request or made for one response alone, is kept as length and SHA-256. Default 64 KiB.
    package var maximumBodyBytes: Int
    /// A gzipped request body is shown decoded up to so many bytes (`limits.decodedBodyBytes`), a longer one as it came. Default 64 MiB.
    package var maximumDecodedBytes = MatchingLimits.standard.decodedBodyBytes

    package init(
        isEnabled: Bool = true, maximumBytes: Int = 64 << 20, maximumEntries: Int? = nil, maximumBodyBytes: Int = 64 << 10
    ) {
        self.isEnabled = isEnabled
        self.maximumBytes = maximumBytes
        self.maximumEntries = maximumEntries
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// One body never fills more than an eighth of the journal.
    var bodyLimit: Int { min(maximumBodyBytes, maximumBytes / 8) }
    /// Entries go by segments: a 64th of the journal, at least 16 KiB, at most 1 MiB, and never more than an eighth.
    var segmentBytes: Int { min(max(16 << 10, min(1 << 20, maximumBytes / 64)), max(1, maximumBytes / 8)) }
}
