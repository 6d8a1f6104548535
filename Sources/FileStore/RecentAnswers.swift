public import HTTPMessage
internal import CLinux
internal import Glibc
internal import Synchronization

/// Responses by request target, each trusted for half a millisecond.
///
/// Whether a file is still what it was takes a system call or two, a fifth of what it costs to send a picture. A client that changes a
/// file cannot ask for it again sooner than this, so that it sees its change at once; under load the look is shared by the requests of
/// half a millisecond. Any thread.
public final class RecentAnswers: Sendable {
    private struct Entry {
        var target: [UInt8]
        /// Kept alive by the file that it was made of, and that by the cache, which bounds it.
        weak var response: Response?
        var checkedAt: Int
    }

    private static let capacity = 4_096
    private let trust: Int
    private let entries = Mutex<[Int: Entry]>([:])

    /// - Parameter trust: how long an answer is given without looking; none at all for tests that are faster than any client.
    public init(trust: Duration = .microseconds(500)) { self.trust = Int(trust.wholeNanoseconds) }

    /// The answer to a request for that target, if it was looked at just now. Costs no allocation.
    public func find(_ target: ArraySlice<UInt8>) -> Response? {
        guard trust > 0 else { return nil }
        let now = Self.now()
        let key = Self.key(target)
        return entries.withLock { entries in
            guard let entry = entries[key], now - entry.checkedAt < trust, entry.target.elementsEqual(target) else { return nil }
            return entry.response
        }
    }

    /// Keeps an answer that was looked at just now.
    public func keep(_ response: Response, for target: ArraySlice<UInt8>) {
        guard trust > 0 else { return }
        let now = Self.now()
        let key = Self.key(target)
        entries.withLock { entries in
            if let place = entries.index(forKey: key), entries.values[place].target.elementsEqual(target) {
                entries.values[place].checkedAt = now
                entries.values[place].response = response
                return
            }
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(target: Array(target), response: response, checkedAt: now)
        }
    }

    private static func key(_ target: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        unsafe target.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    private static func now() -> Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
