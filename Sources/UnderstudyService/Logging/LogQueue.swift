/// Lines that wait to be written, bounded in bytes. A line that does not fit is dropped and counted.
struct LogQueue {
    static let maximumBytes = 1 << 20

    private var waiting: [UInt8] = []
    private(set) var dropped = 0
    /// All lines that were dropped since the start.
    private(set) var allDropped = 0

    var isEmpty: Bool { waiting.isEmpty && dropped == 0 }

    /// Appends a line, or counts it as dropped.
    mutating func add(_ line: [UInt8]) {
        // After a drop, no line is accepted until the count is written, so that the written lines are in order, with the gap in its place.
        guard dropped == 0, waiting.count + line.count <= Self.maximumBytes else {
            dropped += 1
            allDropped += 1
            return
        }
        waiting += line
    }

    /// Takes all waiting lines, and the number of lines that were dropped after them.
    mutating func take() -> (bytes: [UInt8], dropped: Int) {
        defer {
            waiting = []
            dropped = 0
        }
        return (waiting, dropped)
    }
}
