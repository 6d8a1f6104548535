internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Counts occurrences of faults that have a `count`, per stub, for one session.
protocol FaultCounter {
    /// Takes one of the remaining occurrences.
    /// - Parameters:
    ///   - index: the fault's index in the response definition.
    ///   - limit: how often it may happen in all.
    /// - Returns: false when `limit` is reached.
    mutating func take(_ index: Int, limit: Int) -> Bool
}

/// Decides which fault happens to one exchange: draws its probability, counts it, and finds its position in the body.
struct FaultPlanner {
    /// Length of what `garbage` sends.
    static let garbageBytes = 64...512

    /// The earliest fault of a response that happens, except one in an upload; nil if none does. Later ones are neither drawn nor counted:
    /// it ends the response.
    /// - Parameter bodyLength: in bytes; nil when unknown.
    static func fault(
        of definition: ResponseDefinition, bodyLength: Int?, draws: DrawLog, counter: inout some FaultCounter
    ) -> WireFault? {
        // In the order of their moments; of one moment, in the order of the list.
        var order: [(index: Int, moment: WireFault.Moment)] = []
        for (index, fault) in definition.faults.enumerated() {
            guard let moment = moment(fault, bodyLength) else { continue }
            order.insert((index, moment), at: order.firstIndex { $0.moment.position > moment.position } ?? order.endIndex)
        }
        for (index, moment) in order where happens(definition.faults[index], index, draws, &counter) {
            return WireFault(effect(definition.faults[index], draws), at: moment)
        }
        return nil
    }

    /// The fault during the upload, if the definitions have one and it happens this time.
    /// - Parameter length: as announced; nil for an upload whose length nobody knows, which breaks at its first byte.
    static func uploadFault(
        of definition: ResponseDefinition, length: Int?, draws: DrawLog, counter: inout some FaultCounter
    ) -> (afterBytes: Int, effect: WireFault.Effect)? {
        for (index, fault) in definition.faults.enumerated() where fault.moment == .requestBody {
            if happens(fault, index, draws, &counter) { return (max(1, (length ?? 2) / 2), effect(fault, draws)) }
        }
        return nil
    }

    private static func happens(
        _ fault: FaultDefinition, _ index: Int, _ draws: DrawLog, _ counter: inout some FaultCounter
    ) -> Bool {
        if let probability = fault.probability, probability < 1 {
            guard draws.draw("fault", show: { JSONValue($0) }, { $0.fraction() < probability }) else { return false }
        }
        return fault.count.map { counter.take(index, limit: $0) } ?? true
    }

    private static func effect(_ fault: FaultDefinition, _ draws: DrawLog) -> WireFault.Effect {
        switch fault.effect {
        case .reset: return .reset
        case .close, .truncate: return .close
        case .stall: return .stall
        case .garbage:
            let bytes = draws.draw("garbageBytes", show: { (bytes: [UInt8]) in JSONValue(bytes.count) }) { random in
                (0..<Int.random(in: garbageBytes, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            return .garbage(bytes)
        }
    }

    /// When the fault happens; nil if this body has no such position.
    private static func moment(_ fault: FaultDefinition, _ bodyLength: Int?) -> WireFault.Moment? {
        let moment: WireFault.Moment
        switch fault.moment {
        case .requestBody: return nil
        case .beforeHeaders: moment = .beforeHeaders
        case .afterHeaders: moment = .afterHeaders
        case .bodyBytes(let count): moment = .bodyBytes(count)
        case .bodyFraction(let fraction): moment = .bodyBytes(Int(fraction * Double(bodyLength ?? 0)))
        case .end: moment = .end
        }
        guard case .bodyBytes(let count) = moment else { return moment }
        // A truncated body must lack at least one byte.
        let limit = fault.effect == .truncate ? (bodyLength ?? Int.max) - 1 : bodyLength ?? Int.max
        return limit <= 0 || count == 0 ? .afterHeaders : .bodyBytes(min(count, limit))
    }
}
