/// Lines that wait for the thread that writes them: bounded in bytes. What does not fit is dropped and counted.
struct LogQueue {
    static let maximumBytes = 1 << 20

    private var waiting: [UInt8] = []
    private(set) var dropped = 0

    var isEmpty: Bool { waiting.isEmpty && dropped == 0 }

    /// - Returns: false when the line was dropped.
    @discardableResult
    mutating func add(_ line: [UInt8]) -> Bool {
        // Once lines have been dropped, none is taken until that has been told: what is written is in order, the gap included.
        guard dropped == 0, waiting.count + line.count <= Self.maximumBytes else {
            dropped += 1
            return false
        }
        waiting += line
        return true
    }

    /// All that waits, and how many lines were dropped after it; both are empty from then on.
    mutating func take() -> (bytes: [UInt8], dropped: Int) {
        defer {
            waiting = []
            dropped = 0
        }
        return (waiting, dropped)
    }
}
