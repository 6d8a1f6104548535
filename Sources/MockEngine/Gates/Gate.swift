internal import DequeModule

/// One gate: which responses wait at it, and how many more may pass. A value; `Gates` keeps it under its lock.
struct Gate: Sendable {
    var state: GateState
    /// Unused releases: this many arrivals may pass at once.
    private var ahead = 0
    /// Closing the gate revokes unused releases: a release counts only in the period in which it was given.
    private(set) var period: UInt64 = 0
    /// Numbers of waiting responses, oldest first. Those that left stay until they are skipped.
    private var line: Deque<UInt64> = []
    /// How many entries of `line` have left.
    private var gapCount = 0

    init(_ name: String) { state = GateState(name: name) }

    /// A response arrives.
    /// - Returns: whether it may pass at once; otherwise it joins the line.
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

    /// A waiting response leaves.
    mutating func leaveLine(isWaiting: (UInt64) -> Bool) {
        state.waiting -= 1
        gapCount += 1
        guard gapCount > 64, gapCount > state.waiting else { return }
        line = Deque(line.filter(isWaiting))
        gapCount = 0
    }

    /// Lets the next waiting response pass.
    /// - Parameter isWaiting: whether a response is still waiting.
    /// - Returns: nil if none waits.
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

    /// Lets this many pass, later arrivals included.
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

    /// Reassigns the release of a response that left before it passed.
    /// - Parameter period: the period in which it was released.
    /// - Returns: the response that may pass instead; nil if none waits.
    mutating func takeBack(_ period: UInt64, isWaiting: (UInt64) -> Bool) -> UInt64? {
        state.released -= 1
        guard period == self.period, !state.isOpen else { return nil }
        if let number = letNextGo(isWaiting: isWaiting) { return number }
        ahead += 1
        return nil
    }
}
