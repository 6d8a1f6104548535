internal import HeapModule

/// Calls with a deadline, earliest first; of two with the same deadline the older one first. A value without a clock.
struct DeadlineQueue: Sendable {
    private struct Deadline: Comparable, Sendable {
        let due: Duration
        let number: UInt64

        static func < (left: Deadline, right: Deadline) -> Bool { (left.due, left.number) < (right.due, right.number) }
    }

    private var heap = Heap<Deadline>()
    /// The calls that were not removed; the heap may contain more.
    private var bodies: [UInt64: @Sendable () -> Void] = [:]
    private var lastNumber: UInt64 = 0

    var isEmpty: Bool { bodies.isEmpty }
    var count: Int { bodies.count }

    /// Adds a call.
    /// - Returns: a number to remove it with.
    mutating func add(at due: Duration, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        lastNumber += 1
        bodies[lastNumber] = body
        heap.insert(Deadline(due: due, number: lastNumber))
        return lastNumber
    }

    mutating func remove(_ number: UInt64) {
        bodies[number] = nil
        // A removed call is not searched for in the heap, but removed calls must not fill the heap either.
        if heap.count > 64, heap.count > bodies.count * 2 {
            heap = Heap(heap.unordered.filter { bodies[$0.number] != nil })
        }
    }

    mutating func removeAll() {
        heap = Heap()
        bodies = [:]
    }

    /// When the next call is due; nil if there is none.
    mutating func nextDue() -> Duration? {
        while let first = heap.min {
            if bodies[first.number] != nil { return first.due }
            heap.removeMin()
        }
        return nil
    }

    /// Removes the next call that is due by `end`; nil if there is none.
    mutating func takeNext(until end: Duration) -> (due: Duration, body: @Sendable () -> Void)? {
        guard let due = nextDue(), due <= end, let body = bodies.removeValue(forKey: heap.removeMin().number) else { return nil }
        return (due, body)
    }
}
