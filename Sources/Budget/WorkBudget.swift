/// What the work for one request may still take: steps of processor time, and bytes of memory.
///
/// Everything that is done for a request is charged to the same budget: the matchers of all candidates, the template, the explanation of a
/// miss. Work is charged before it is done, by what it reads and makes. A step is at most about ten nanoseconds of a release build; steps
/// are counted and not measured, so that a request has the same result on every machine. `script/prices` measures what a step takes for
/// each kind of work (decision 0175).
///
/// A budget that has stopped stays stopped: later charges are refused. Matchers then return false, so read `stop` before you use their
/// results.
///
/// Belongs to one request. One thread at a time.
package final class WorkBudget {
    /// What one request may take in all.
    package struct Limits: Sendable, Hashable {
        /// Steps (`limits.requestSteps`). Default: 100,000,000.
        package var steps: Int
        /// Bytes that the work makes, whether it still holds them or not (`limits.requestMemoryBytes`). Default: 512 MiB.
        package var bytes: Int

        package init(steps: Int = 100_000_000, bytes: Int = 512 << 20) {
            self.steps = steps
            self.bytes = bytes
        }
    }

    /// Why the work must end.
    package enum Stop: Error, Sendable, Hashable, CustomStringConvertible {
        /// More steps than `limits.requestSteps` allows.
        case steps(Int)
        /// More bytes than `limits.requestMemoryBytes` allows.
        case bytes(Int)
        /// The work takes too long for this thread, and begins again on another one. It is no refusal.
        case pause

        /// A sentence without a period, with the limit and its setting.
        package var description: String {
            switch self {
            case .steps(let limit): "the work for this request takes more than \(limit) steps (limits.requestSteps)"
            case .bytes(let limit): "the work for this request needs more than \(limit) bytes of memory (limits.requestMemoryBytes)"
            case .pause: "the work for this request takes too long for this thread"
            }
        }

        /// The setting of the limit; nil for a pause.
        package var setting: String? {
            switch self {
            case .steps: "limits.requestSteps"
            case .bytes: "limits.requestMemoryBytes"
            case .pause: nil
            }
        }
    }

    /// What the request may take in all.
    package let limits: Limits
    private var rest: Rest

    /// What is left. One value, so that a charge accesses the object once.
    private struct Rest {
        let limits: Limits
        var steps: Int
        var bytes: Int
        /// With fewer steps left, the work pauses.
        var pausesAt: Int
        var stop: Stop?

        mutating func chargeSteps(_ wanted: Int) -> Bool {
            guard stop == nil else { return false }
            guard wanted <= steps else {
                stop = pausesAt > 0 ? .pause : .steps(limits.steps)
                return false
            }
            steps -= wanted
            guard steps >= pausesAt else {
                stop = .pause
                return false
            }
            return true
        }

        mutating func chargeBytes(_ wanted: Int) -> Bool {
            guard stop == nil else { return false }
            guard wanted <= bytes else {
                stop = .bytes(limits.bytes)
                return false
            }
            bytes -= wanted
            return chargeSteps(wanted >> 4)
        }
    }

    /// - Parameter steps: after this many the work pauses, to continue on another thread; nil for never.
    package init(_ limits: Limits = Limits(), pausingAfter steps: Int? = nil) {
        self.limits = limits
        rest = Rest(
            limits: limits, steps: limits.steps, bytes: limits.bytes, pausesAt: steps.map { limits.steps - min($0, limits.steps) } ?? 0)
    }

    /// Steps that may still be charged.
    package var stepsLeft: Int { rest.steps }
    /// Bytes that may still be charged.
    package var bytesLeft: Int { rest.bytes }
    /// Why the work must end; nil while it may continue.
    package var stop: Stop? { rest.stop }

    /// Charges work.
    /// - Returns: whether it may be done.
    @discardableResult
    package func chargeSteps(_ steps: Int) -> Bool { rest.chargeSteps(steps) }

    /// Charges memory, and the work of filling it.
    /// - Returns: whether it may be made.
    @discardableResult
    package func chargeBytes(_ bytes: Int) -> Bool { rest.chargeBytes(bytes) }

    /// Charges the parsing of a document whose values take several times its bytes.
    /// - Returns: whether it may be parsed.
    @discardableResult
    package func chargeParsing(_ bytes: Int) -> Bool {
        let bytes = min(bytes, Int.max >> 3)
        return chargeBytes(8 * bytes) && chargeSteps(3 * bytes)
    }

    /// Throws if the work must end.
    package func check() throws(Stop) { if let stop { throw stop } }

    /// Whether the work only has to continue on another thread.
    package var isPaused: Bool { stop == .pause }

    /// How many steps may be charged before the work stops or pauses.
    package var stepsUntilStop: Int { rest.stop == nil ? rest.steps - rest.pausesAt : 0 }

    /// Continues without a further pause.
    package func resume() {
        if isPaused { rest.stop = nil }
        rest.pausesAt = 0
    }
}
