internal import HeapModule

/// Jobs ordered by deadline. Has no clock; not thread-safe.
///
/// Deadlines are rounded up to a grid, so that jobs with close deadlines are taken in one batch: each resume makes the library walk its
/// list of suspended connections.
struct TimerQueue<Job> {
    private struct Entry: Comparable {
        let deadline: Int64
        /// Keeps jobs with the same deadline in the order of insertion.
        let sequence: UInt64
        let job: Job

        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.sequence) < (right.deadline, right.sequence)
        }
        static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
    }

    private var heap = Heap<Entry>()
    private var sequence: UInt64 = 0
    /// Dead entries are removed when the queue has grown to this size.
    private var sweepsAt = 4096
    private let isDead: (Job) -> Bool

    /// - Parameter isDead: whether a job is pointless. Such jobs are removed from time to time, so that delays of clients that have left do
    ///   not accumulate.
    init(isDead: @escaping (Job) -> Bool = { _ in false }) { self.isDead = isDead }

    var count: Int { heap.count }
    /// When the next job is due, in nanoseconds.
    var nextDeadline: Int64? { heap.min?.deadline }

    /// - Returns: whether the job is now the first, so that the alarm must be set again.
    mutating func insert(_ job: Job, at deadline: Int64, from now: Int64) -> Bool {
        if heap.count >= sweepsAt {
            heap.removeAll { isDead($0.job) }
            sweepsAt = max(4096, heap.count * 2)
        }
        let rounded = Self.rounded(deadline, from: now)
        let isFirst = heap.min.map { rounded < $0.deadline } ?? true
        sequence += 1
        heap.insert(Entry(deadline: rounded, sequence: sequence, job: job))
        return isFirst
    }

    /// Removes and returns the jobs that are due.
    mutating func takeDue(at now: Int64) -> [Job] {
        var due: [Job] = []
        while let first = heap.min, first.deadline <= now {
            due.append(first.job)
            heap.removeMin()
        }
        return due
    }

    /// Rounds up to the next millisecond, or the next five when the wait is longer than a second.
    static func rounded(_ deadline: Int64, from now: Int64) -> Int64 {
        let grid: Int64 = deadline - now > 1_000_000_000 ? 5_000_000 : 1_000_000
        let (sum, overflow) = deadline.addingReportingOverflow(grid - 1)
        return overflow ? Int64.max : sum / grid * grid
    }
}
