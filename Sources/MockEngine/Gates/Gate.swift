internal import DequeModule

/// One gate: who waits at it, and how many may still pass. A value; `Gates` keeps it under its lock.
struct Gate: Sendable {
    var state: GateState
    /// Releases that nobody has taken yet: that many of those who come may pass.
    private var ahead = 0
    /// Closing the gate takes back what was released before: a release counts only in the period it was given in.
    private(set) var period: UInt64 = 0
    /// Numbers of those that wait, the oldest first. Those who left stay in it until they are passed over.
    private var line: Deque<UInt64> = []
    /// So many of `line` have left.
    private var gapCount = 0

    init(_ name: String) { state = GateState(name: name) }

    /// Somebody comes.
    /// - Returns: whether it may pass at once; else it stands in the line.
    mutating func arrive(_ number: UInt64) -> Bool {
        state.arrived += 1
        if state.isOpen || ahead > 0 {
            if !state.isOpen { ahead -= 1 }
            state.released += 1
            return true
        }
        state.waiting += 1
        line.append(number)
        return false
    }

    /// Somebody in the line leaves.
    mutating func leaveLine(isWaiting: (UInt64) -> Bool) {
        state.waiting -= 1
        gapCount += 1
        guard gapCount > 64, gapCount > state.waiting else { return }
        line = Deque(line.filter(isWaiting))
        gapCount = 0
    }

    /// The next in the line may pass.
    /// - Parameter isWaiting: whether it has not left.
    /// - Returns: nil when nobody waits.
    mutating func letNextGo(isWaiting: (UInt64) -> Bool) -> UInt64? {
        while let number = line.popFirst() {
            guard isWaiting(number) else {
                gapCount -= 1
                continue
            }
            state.waiting -= 1
            state.released += 1
            return number
        }
        return nil
    }

    /// Lets that many pass, those who come later included.
    mutating func release(_ count: Int, isWaiting: (UInt64) -> Bool) -> [UInt64] {
        if state.isOpen { return [] }
        var numbers: [UInt64] = []
        while numbers.count < count, let number = letNextGo(isWaiting: isWaiting) { numbers.append(number) }
        ahead = min(ahead + count - numbers.count, Gates.mostReleases)
        return numbers
    }

    mutating func open(isWaiting: (UInt64) -> Bool) -> [UInt64] {
        state.isOpen = true
        ahead = 0
        var numbers: [UInt64] = []
        while let number = letNextGo(isWaiting: isWaiting) { numbers.append(number) }
        return numbers
    }

    mutating func close() {
        state.isOpen = false
        ahead = 0
        period += 1
    }

    /// One that could pass has left before it did: its release is for the next.
    /// - Parameter period: in which it could pass.
    /// - Returns: who may pass in its place; nil when nobody waits.
    mutating func takeBack(_ period: UInt64, isWaiting: (UInt64) -> Bool) -> UInt64? {
        state.released -= 1
        guard period == self.period, !state.isOpen else { return nil }
        if let number = letNextGo(isWaiting: isWaiting) { return number }
        ahead += 1
        return nil
    }
}
