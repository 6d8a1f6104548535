internal import JSONDocument
internal import Logging

/// The form of lines on one stream (`--log-format`).
struct LogStyle: Sendable, Equatable {
    /// How a line is written.
    enum Form: String, Sendable, CaseIterable {
        /// Time, level and sentence, for people.
        case text
        /// `<N>` and the sentence, for the systemd journal, which adds the time.
        case journald
        /// `time=… level=… msg=…` and the facts as `name=value`.
        case logfmt
        /// One JSON object a line.
        case json
    }

    /// The longest sentence in a form for programs, in Unicode scalars; a cut line would not be JSON.
    private static let longestMessage = 4_000

    var form = Form.text
    var isColoured = false

    /// Whether a program takes lines apart, so that none may be cut.
    var isStructured: Bool { form == .logfmt || form == .json }

    /// The time as lines of this form have it.
    var time: String {
        switch form {
        case .text: WallClock.localTime()
        case .journald: ""
        case .logfmt, .json: WallClock.universalTime()
        }
    }

    /// The line with a line feed at the end.
    /// - Parameter time: as `time` gives it.
    func bytes(_ line: LogLine, at time: String) -> [UInt8] {
        switch form {
        case .text: Array("\(time) \(text(line))\n".utf8)
        case .journald: Array("<\(line.level.priority)>\(line.text)\n".utf8)
        case .logfmt: Array((Self.parts(of: line, at: time).map(\.logfmt).joined(separator: " ") + "\n").utf8)
        case .json: Array(("{" + Self.parts(of: line, at: time).map(\.json).joined(separator: ",") + "}\n").utf8)
        }
    }

    private func text(_ line: LogLine) -> String {
        let level = "\(line.level.name):"
        guard isColoured, let colour = line.colour else { return "\(level) \(line.text)" }
        // The whole line of a miss is red; of other lines only the level.
        return line.isMiss ? "\(colour)\(level) \(line.text)\u{1B}[0m" : "\(colour)\(level)\u{1B}[0m \(line.text)"
    }

    private static func parts(of line: LogLine, at time: String) -> [LogField] {
        // The facts of a request say all that its sentence says.
        let message = line.fields.isEmpty ? LogText.shortened(line.text, to: longestMessage) : "request"
        return [LogField("time", time), LogField("level", line.level.rawValue), LogField("msg", message)] + line.fields
    }
}

extension LogStyle {
    /// For the process's standard error: the form that is asked for, or else the journal's where it reads the stream. In colour in a
    /// terminal, unless `NO_COLOR` is set and not empty, or `TERM` is `dumb`.
    /// - Parameter form: the name of a form; nil or an unknown name chooses it.
    static func standardError(_ environment: Environment = .process, form: String? = nil) -> LogStyle {
        let chosen: Form = StandardError.isJournal(environment) ? .journald : .text
        let isWanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return LogStyle(form: form.flatMap(Form.init) ?? chosen, isColoured: isWanted && StandardError.isTerminal)
    }
}
