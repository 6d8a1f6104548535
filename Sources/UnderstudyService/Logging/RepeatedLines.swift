internal import Logging

/// Replaces a warning or an error that comes again and again by a count.
///
/// The first few of the same line within a window are written; the others are counted, and the count is told when the window is over.
/// While the line keeps coming, one count is told for each window. Lines of lower levels are records of what happened, and all written.
struct RepeatedLines {
    /// How many of the same line are written before they are counted.
    static let written = 5
    static let window = Duration.seconds(10)
    /// Beyond so many different lines within a window nothing more is counted.
    static let mostKept = 256

    private struct Entry {
        var since: ContinuousClock.Instant
        /// May still be written in this window.
        var left = RepeatedLines.written - 1
        var held = 0
    }

    private var entries: [LogLine: Entry] = [:]

    /// Whether the line is to be written; if not, it has been counted.
    mutating func admits(_ line: LogLine, at now: ContinuousClock.Instant) -> Bool {
        guard line.level >= .warning else { return true }
        guard var entry = entries[line] else {
            if entries.count < Self.mostKept { entries[line] = Entry(since: now) }
            return true
        }
        let isWritten = entry.left > 0
        if isWritten { entry.left -= 1 } else { entry.held += 1 }
        entries[line] = entry
        return isWritten
    }

    /// When `due` will have something to tell or to forget; nil while there is nothing.
    var nextDue: ContinuousClock.Instant? { entries.values.map { $0.since + Self.window }.min() }

    /// The counts of windows that are over, as lines.
    mutating func due(at now: ContinuousClock.Instant) -> [LogLine] { take { $0.since + Self.window <= now } }

    /// All counts that have not been told.
    mutating func rest() -> [LogLine] { take { _ in true } }

    private mutating func take(_ isOver: (Entry) -> Bool) -> [LogLine] {
        var told: [(since: ContinuousClock.Instant, line: LogLine)] = []
        for (line, entry) in entries where isOver(entry) {
            guard entry.held > 0 else {
                entries[line] = nil
                continue
            }
            var count = line
            count.text = "\(line.text) (\(entry.held) more times)"
            told.append((entry.since, count))
            entries[line] = Entry(since: entry.since + Self.window, left: 0)
        }
        return told.sorted { $0.since != $1.since ? $0.since < $1.since : $0.line.text < $1.line.text }.map(\.line)
    }
}
