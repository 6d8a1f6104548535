internal import HTTPMessage

/// One exchange as a line of the access log.
///
/// The line has no time and level, which the log adds:
///
///     http GET /api/feed 200 1834 B 812.4 ms stub="feed page 2" delay=800ms fault="reset after 512 bytes" outcome=reset
///
/// Listener, method, target, status (`-` when none was sent), bytes of the body and milliseconds always come first, in this order;
/// `outcome=` always comes last. In between are `name=value` pairs; values with spaces are in quotes.
struct AccessLogLine: Sendable, Equatable, CustomStringConvertible {
    /// How the exchange ended.
    enum Outcome: String, Sendable, CaseIterable {
        case sent
        /// A planned fault reset the connection.
        case reset
        /// A planned fault closed the connection early.
        case closed
        case clientLeft = "client-left"
        case timedOut = "timed-out"
        /// The server stopped, the session ended, or the source of the body could not be read.
        case cutOff = "cut-off"

        /// - Parameter fault: the planned fault that happens; nil for none.
        init(_ outcome: ExchangeOutcome, fault: WireFault? = nil) {
            switch outcome.ending {
            case .clientLeft: self = .clientLeft
            case .timedOut: self = .timedOut
            case .aborted: self = .cutOff
            case .performed:
                switch fault?.effect {
                case .reset: self = .reset
                case .close, .garbage: self = .closed
                case .stall: self = outcome.leftStall ? .clientLeft : .timedOut
                case nil: self = .sent
                }
            }
        }
    }

    /// What made the response.
    enum Source: Sendable, Equatable {
        /// A stub, by its name or its file.
        case stub(String)
        /// A dropped file, by its path: `__files/pose/all.json`.
        case file(String)
        /// An S3 object, by its path: `s3/poses/1.jpg`.
        case object(String)
        case admin
        /// The server itself, to a preflight.
        case preflight
        /// The request was refused for that reason: by the wire (400, 408, 413 …) before any other part of the server saw it, or because it
        /// has no session.
        case refused(String)
        /// Nothing matched; the response says what would have.
        case nothing
        /// Nobody made one: the request was never complete, or a browser asked for an icon that there is not.
        case nobody
    }

    /// Longer targets are cut in the log.
    static let longestTarget = 300
    private static let longestWord = 120

    var listener: ListenerName
    /// Nil for the server's own session.
    var session: String?
    var method: String
    /// As it was received, with the query.
    var target: String
    /// Nil when no status line was sent.
    var status: Int?
    /// Bytes of the body that were sent.
    var bodyBytes: Int
    /// From the request's arrival to the end of the exchange; nil when its beginning is unknown.
    var duration: Duration?
    var source: Source
    /// The delay that was added before the first byte of the response.
    var delay: Duration = .zero
    /// S3's name of what was asked, with the number of a part: `UploadPart 3`. Nil on other listeners.
    var operation: String?
    /// Effect and moment of a planned fault: `reset at beforeHeaders`.
    var fault: String?
    var outcome: Outcome

    var description: String {
        var line = "\(listener.rawValue) \(Self.column(method, to: 20)) \(Self.column(target, to: Self.longestTarget))"
        line += " \(status.map(String.init) ?? "-")"
        line += " \(bodyBytes) B \(duration.map { Self.milliseconds($0, decimals: true) } ?? "-") ms"
        if let session { line += " session=\(Self.word(session))" }
        switch source {
        case .stub(let name): line += " stub=\(Self.word(name))"
        case .file(let path): line += " file=\(Self.word(path))"
        case .object(let path): line += " object=\(Self.word(path))"
        case .admin: line += " admin"
        case .preflight: line += " preflight"
        case .refused(let reason): line += " refused reason=\(Self.word(LogText.withoutSecrets(inText: reason), to: Self.longestTarget))"
        case .nothing: line += " unmatched"
        case .nobody: break
        }
        if let operation { line += " s3=\(Self.word(operation))" }
        if delay > .zero { line += " delay=\(Self.milliseconds(delay, decimals: false))ms" }
        if let fault { line += " fault=\(Self.word(fault))" }
        return line + " outcome=\(outcome.rawValue)"
    }

    /// The same facts for programs.
    var fields: [LogField] {
        var fields = [LogField("listener", listener.rawValue)]
        if let session { fields.append(LogField("session", LogText.shortened(session, to: Self.longestWord))) }
        if !method.isEmpty { fields.append(LogField("method", LogText.shortened(method, to: 20))) }
        if !target.isEmpty { fields.append(LogField("target", LogText.shortened(target, to: Self.longestTarget))) }
        if let status { fields.append(LogField("status", status)) }
        fields.append(LogField("bytes", bodyBytes))
        if let duration { fields.append(LogField("milliseconds", tenths: Self.tenths(duration))) }
        switch source {
        case .stub(let name): fields.append(LogField("stub", LogText.shortened(name, to: Self.longestWord)))
        case .file(let path): fields.append(LogField("file", LogText.shortened(path, to: Self.longestTarget)))
        case .object(let path): fields.append(LogField("object", LogText.shortened(path, to: Self.longestTarget)))
        case .admin: fields.append(LogField("source", "admin"))
        case .preflight: fields.append(LogField("source", "preflight"))
        case .refused(let reason):
            fields.append(LogField("source", "refused"))
            fields.append(LogField("reason", LogText.sentence(reason, to: Self.longestTarget)))
        case .nothing: fields.append(LogField("source", "unmatched"))
        case .nobody: break
        }
        if let operation { fields.append(LogField("s3", operation)) }
        if delay > .zero { fields.append(LogField("delay", tenths: Self.tenths(delay))) }
        if let fault { fields.append(LogField("fault", LogText.shortened(fault, to: Self.longestWord))) }
        return fields + [LogField("outcome", outcome.rawValue)]
    }

    /// What the line shows of a status that may be 0, for none.
    static func status(_ status: Int?) -> Int? { status == 0 ? nil : status }

    /// `-` if it is empty.
    private static func column(_ text: String, to length: Int) -> String { text.isEmpty ? "-" : LogText.shortened(text, to: length) }

    /// In quotes if it has a space.
    private static func word(_ text: String, to length: Int = longestWord) -> String {
        let shown = LogText.shortened(text, to: length)
        let isPlain = !shown.isEmpty && shown.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && !$0.properties.isWhitespace }
        return isPlain ? shown : "\"\(shown.replacing("\"", with: "\\\""))\""
    }

    /// Tenths of milliseconds.
    private static func tenths(_ duration: Duration) -> Int {
        Int(max(0, (duration + .microseconds(50)).wholeNanoseconds) / 100_000)
    }

    private static func milliseconds(_ duration: Duration, decimals: Bool) -> String {
        let rounded = tenths(duration)
        return !decimals || rounded >= 100_000 ? "\((rounded + 5) / 10)" : "\(rounded / 10).\(rounded % 10)"
    }
}
