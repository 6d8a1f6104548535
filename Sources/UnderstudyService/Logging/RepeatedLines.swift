internal import Logging

/// Replaces a repeated warning or error with a count.
///
/// Writes the first few equal lines within a window, counts the others, and writes the count when the window is over. While the line keeps
/// coming, there is one count for each window. Lines of lower levels are always written.
struct RepeatedLines {
    /// The number of equal lines that are written before they are counted.
    static let written = 5
    static let window = Duration.seconds(10)
    /// The most different lines that are counted within a window; further ones are written.
    static let mostKept = 256

    private struct Entry {
        var since: ContinuousClock.Instant
        /// How many may still be written in this window.
        var left = RepeatedLines.written - 1
        var held = 0
    }

    private var entries: [LogLine: Entry] = [:]

    /// Whether to write the line; otherwise it is counted.
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

    /// When `due` will have something to write or to forget; nil while there is nothing.
    var nextDue: ContinuousClock.Instant? { entries.values.map { $0.since + Self.window }.min() }

    /// The counts of windows that are over, as lines.
    mutating func due(at now: ContinuousClock.Instant) -> [LogLine] { take { $0.since + Self.window <= now } }

    /// All counts that are not written yet.
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
