import Dispatch
import HTTPMessage
import Synchronization
import TestSupport

@testable import MicroHTTPD

/// Holds a response at a place until it is released, and records the calls.
final class Hold: ResponseRegulator {
    private struct State {
        var isOpen = false
        var places: [SendingPlace] = []
        var ends = 0
        var wake: (@Sendable () -> Void)?
    }

    /// Rung behind each call.
    let bell = Bell()
    private let place: SendingPlace
    private let state = Mutex(State())

    init(at place: SendingPlace) { self.place = place }

    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance {
        defer { bell.ring() }
        return state.withLock { state in
            state.places.append(place)
            guard !state.isOpen else { return .everything }
            if place == self.place {
                state.wake = wake
                return .wait
            }
            guard case .body(let next) = place, case .body(let held) = self.place, next < held else { return .everything }
            return .bytes(held - next)
        }
    }

    func ended() {
        state.withLock { $0.ends += 1 }
        bell.ring()
    }

    /// Waits until the response is held.
    func isHeld() -> Bool { bell.wait { self.state.withLock { $0.wake != nil } } }

    func release() {
        let wake = state.withLock { state in
            state.isOpen = true
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    /// Calls `wake` without a release.
    func wakeInVain() { state.withLock { $0.wake }?() }

    var places: [SendingPlace] { state.withLock { $0.places } }
    var ends: Int { state.withLock { $0.ends } }
    /// Waits until the exchange is over.
    func hasEnded() -> Bool { bell.wait { self.ends > 0 } }
}

/// Decides by a closure, and counts.
final class Rule: ResponseRegulator {
    private let decide: @Sendable (SendingPlace, _ wake: @escaping @Sendable () -> Void) -> SendingAllowance
    private let log = Mutex<(places: [SendingPlace], ends: Int)>(([], 0))

    init(_ decide: @escaping @Sendable (SendingPlace, _ wake: @escaping @Sendable () -> Void) -> SendingAllowance) { self.decide = decide }

    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance {
        log.withLock { $0.places.append(place) }
        return decide(place, wake)
    }

    func ended() { log.withLock { $0.ends += 1 } }

    var places: [SendingPlace] { log.withLock { $0.places } }
    var ends: Int { log.withLock { $0.ends } }
}

/// Decides at random: pieces, short waits, now and then the end.
final class RandomRegulator: ResponseRegulator, UploadRegulator {
    private struct State {
        var random: SeededGenerator
        var replacement: WirePlan?
        var ends = 0
    }

    private let state: Mutex<State>
    let receiveBufferBytes: Int? = 65_536

    init(seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed))) }

    /// What replaces the response; nil for nothing.
    var replacement: WirePlan? {
        get { state.withLock { $0.replacement } }
        set { state.withLock { $0.replacement = newValue } }
    }
    var ends: Int { state.withLock { $0.ends } }

    private func draw(_ range: Range<Int>) -> Int { state.withLock { Int.random(in: range, using: &$0.random) } }

    private var soon: Int64 { MonotonicClock.now() + Int64(draw(0..<10_000_000)) }

    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance {
        switch draw(0..<20) {
        case 0: return .waitUntil(soon)
        case 1:
            wake()
            return .wait
        case 2:
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(draw(0..<10))) { wake() }
            return .wait
        case 3: return replacement.map { .replace($0) } ?? .everything
        case 4: return .breakOff(draw(0..<2) == 0 ? .reset : .close)
        case 5..<12: return .bytes(draw(1..<30_000))
        default: return .everything
        }
    }

    func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64? {
        switch draw(0..<8) {
        case 0: changed()
        case 1: DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(draw(0..<10))) { changed() }
        default: break
        }
        return draw(0..<2) == 0 ? nil : soon
    }

    func ended() { state.withLock { $0.ends += 1 } }
}

/// A link of that rate in both directions: a bucket that is empty at first and releases pieces of four milliseconds.
final class Link: ResponseRegulator, UploadRegulator {
    private struct State {
        /// When everything that was released has passed.
        var passed: Int64?
        var sent = 0
        var ends = 0
    }

    private let bytesPerSecond: Double
    private let depth: Int
    private let clock: @Sendable () -> Int64
    private let state = Mutex(State())
    let receiveBufferBytes: Int?

    init(bytesPerSecond: Double, depth: Int, receiveBufferBytes: Int? = nil, clock: @escaping @Sendable () -> Int64) {
        self.bytesPerSecond = bytesPerSecond
        self.depth = depth
        self.receiveBufferBytes = receiveBufferBytes
        self.clock = clock
    }

    private func time(of bytes: Int) -> Int64 { Int64(Double(bytes) / bytesPerSecond * 1e9) }

    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance {
        guard case .body(let position) = place else { return .everything }
        return state.withLock { state in
            let now = clock()
            let passed = max((state.passed ?? now) + time(of: position - state.sent), now - time(of: depth))
            state.passed = passed
            state.sent = position
            let free = Int(Double(now - passed) / 1e9 * bytesPerSecond)
            let quantum = min(depth / 2, max(1, Int(bytesPerSecond / 250)))
            return free >= quantum ? .bytes(free) : .waitUntil(passed + time(of: quantum))
        }
    }

    func ended() { state.withLock { $0.ends += 1 } }

    func resumption(after received: Int, changed: @escaping @Sendable () -> Void) -> Int64? {
        state.withLock { state in
            let now = clock()
            let passed = max(state.passed ?? now, now - time(of: depth)) + time(of: received - state.sent)
            state.passed = passed
            state.sent = received
            return passed
        }
    }

    var ends: Int { state.withLock { $0.ends } }
}
