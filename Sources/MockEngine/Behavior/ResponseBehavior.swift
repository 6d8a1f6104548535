internal import HTTPMessage
internal import LinkModel
internal import StubModel

/// Turns what one or more response definitions say about timing and faults into a plan.
struct ResponseBehavior {
    /// A response definition, and the key under which its faults are counted.
    struct Source {
        let definition: ResponseDefinition
        let stub: UniqueID
        let index: Int

        /// - Parameter index: which of the stub's responses this is.
        init(_ definition: ResponseDefinition, of stub: UniqueID, _ index: Int) {
            self.definition = definition
            self.stub = stub
            self.index = index
        }

        init(_ stub: CompiledStub, _ index: Int) { self.init(stub.responses[index].definition, of: stub.id, index) }
    }

    /// In order of precedence: of each property, the first definition that sets it counts.
    let sources: [Source]

    /// - Parameters:
    ///   - response: as it is sent.
    ///   - draws: the request's draws.
    ///   - latencyScale: multiplies the times of the plan.
    ///   - counts: the session's fault counts.
    func plan(
        sending response: Response, draws: DrawLog, latencyScale: Double, settings: EngineSettings, counts: FaultCounts
    ) -> WirePlan {
        let merged = merged
        let delay = DelaySampler.delay(of: merged, settings: settings, draws: draws)
        var fault: WireFault?
        if let source = sourceOfFaults {
            var counter = counts.counter(source.stub, response: source.index)
            fault = FaultPlanner.fault(of: source.definition, bodyLength: response.body.length, draws: draws, counter: &counter)
        }
        let pace = merged.chunkedDribble.map { Pace.chunks($0.numberOfChunks, over: $0.totalDuration) }
        guard delay > .zero || pace != nil || fault != nil else { return WirePlan(response) }
        let performance = Performance(initialDelay: delay, pace: pace, fault: fault)
        return WirePlan(response, performance: performance.scaled(by: latencyScale))
    }

    /// The fault during the upload, if there is one and it happens this time.
    func uploadFault(length: Int?, draws: DrawLog, counts: FaultCounts) -> (afterBytes: Int, effect: WireFault.Effect)? {
        guard let source = sourceOfFaults else { return nil }
        var counter = counts.counter(source.stub, response: source.index)
        return FaultPlanner.uploadFault(of: source.definition, length: length, draws: draws, counter: &counter)
    }

    /// Why a fault of the stub has done nothing; nil if none was in vain. A modifier's is meant for those requests that it can break.
    func idleFault(for request: Request, hasUpload: Bool, sending response: Response) -> String? {
        guard let definition = sourceOfFaults?.definition, definition.modifier == nil else { return nil }
        if definition.breaksRequestBody, !hasUpload { return "The fault at requestBody did not happen: the request has no body." }
        let hasBody = response.sendsBody(to: request) && response.body.length != 0
        guard !hasBody, definition.faults.contains(where: { $0.effect == .truncate }) else { return nil }
        return "The fault truncate cut nothing off: the response has no body."
    }

    /// Where the response is held for a test, and for how long at most; nil if it is not held.
    var hold: (definition: HoldDefinition, timeout: Duration)? {
        for source in sources {
            if let hold = source.definition.hold { return (hold, source.definition.holdTimeout) }
        }
        return nil
    }

    /// WireMock's name of the fault, if it is one of WireMock's and always happens.
    var wireMockFault: FaultDefinition.WireMockName? { sourceOfFaults?.definition.wireMockFault }

    /// The link for this response instead of the session's; nil for the session's.
    var network: LinkProfile? {
        for source in sources {
            if let network = source.definition.network { return network }
        }
        return nil
    }

    /// The rate of the body alone, in bits per second; nil for none.
    var bitsPerSecond: Int? {
        for source in sources {
            if let rate = source.definition.bitsPerSecond { return rate }
        }
        return nil
    }

    private var sourceOfFaults: Source? { sources.first { !$0.definition.faults.isEmpty } }

    private var merged: ResponseDefinition {
        if sources.count == 1 { return sources[0].definition }
        var merged = ResponseDefinition()
        merged.fixedDelay = first(\.fixedDelay)
        merged.delayDistribution = first(\.delayDistribution)
        merged.chunkedDribble = first(\.chunkedDribble)
        return merged
    }

    private func first<Value>(_ field: KeyPath<ResponseDefinition, Value?>) -> Value? {
        for source in sources {
            if let value = source.definition[keyPath: field] { return value }
        }
        return nil
    }
}
