internal import ArgumentParser

/// What is kept and logged of requests.
struct JournalOptions: ParsableArguments {
    @Flag(help: "Keep no journal of requests.")
    var noRequestJournal = false
    @Option(help: ArgumentHelp("Memory for the journal; the oldest entries are dropped first. (default: 64 MiB)", valueName: "bytes"))
    var journalMaxBytes: String?
    @Option(help: ArgumentHelp("A longer body is kept as length and SHA-256. (default: 64 KiB)", valueName: "bytes"))
    var journalMaxBodyBytes: String?
    @Option(help: ArgumentHelp("Show a response body up to this length. (default: as kept)", valueName: "bytes"))
    var loggedResponseBodySizeLimit: String?
    @Option(help: ArgumentHelp("Most entries in the journal. (default: by bytes only)", valueName: "number"))
    var maxRequestJournalEntries: String?
    @Option(
        help: ArgumentHelp("debug, info, warning or error; -v or --verbose is debug. (default: info)", valueName: "level"),
        completion: .list(["debug", "info", "warning", "error"]))
    var logLevel: String?
    @Option(
        help: ArgumentHelp("auto, text, journald, logfmt or json. (default: auto)", valueName: "format"),
        completion: .list(["auto", "text", "journald", "logfmt", "json"]))
    var logFormat: String?
    @Flag(help: "Write a log line for each request.")
    var accessLog = false

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("no-request-journal", noRequestJournal),
            GivenFlag("journal-max-bytes", journalMaxBytes),
            GivenFlag("journal-max-body-bytes", journalMaxBodyBytes),
            GivenFlag("logged-response-body-size-limit", loggedResponseBodySizeLimit),
            GivenFlag("max-request-journal-entries", maxRequestJournalEntries),
            GivenFlag("log-level", logLevel),
            GivenFlag("log-format", logFormat),
            GivenFlag("access-log", accessLog),
        ]
    }
}
