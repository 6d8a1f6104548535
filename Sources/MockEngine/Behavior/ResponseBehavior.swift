internal import HTTPMessage
internal import LinkModel
internal import StubModel

/// When a response goes out, and what happens to it on the wire: what one or more definitions say, made into a plan.
struct ResponseBehavior {
    /// A response definition, and by what its faults are counted.
    struct Source {
        let definition: ResponseDefinition
        let stub: UniqueID
        let index: Int

        /// - Parameter index: which of the stub's responses it is.
        init(_ definition: ResponseDefinition, of stub: UniqueID, _ index: Int) {
            self.definition = definition
            self.stub = stub
            self.index = index
        }

        init(_ stub: CompiledStub, _ index: Int) { self.init(stub.responses[index].definition, of: stub.id, index) }
    }

    /// Of each thing, the first that says it counts.
    let sources: [Source]

    /// - Parameters:
    ///   - response: as it goes out.
    ///   - draws: of the request.
    ///   - latencyScale: multiplies the times of the plan.
    ///   - counts: of faults in the session.
    func plan(
        sending response: Response, draws: DrawLog, latencyScale: Double, settings: EngineSettings, counts: FaultCounts
    ) -> WirePlan {
        let merged = merged
        let delay = DelaySampler.delay(of: merged, settings: settings, draws: draws)
        var faults: [WireFault] = []
        if let source = sourceOfFaults {
            var counter = counts.counter(source.stub, response: source.index)
            faults = FaultPlanner.faults(
                of: source.definition, bodyLength: response.body.length, draws: draws, counter: &counter)
        }
        let pace = merged.chunkedDribble.map { Pace.chunks($0.numberOfChunks, over: $0.totalDuration) }
        guard delay > .zero || pace != nil || !faults.isEmpty else { return WirePlan(response) }
        let performance = Performance(initialDelay: delay, pace: pace, faults: faults)
        return WirePlan(response, performance: performance.scaled(by: latencyScale))
    }

    /// The fault in the midst of the upload, if there is one and it happens now.
    func uploadFault(contentLength: Int?, draws: DrawLog, counts: FaultCounts) -> (afterBytes: Int, effect: WireFault.Effect)? {
        guard let source = sourceOfFaults else { return nil }
        var counter = counts.counter(source.stub, response: source.index)
        return FaultPlanner.uploadFault(of: source.definition, contentLength: contentLength, draws: draws, counter: &counter)
    }

    /// Where the response waits for a test, and how long at most; nil for nowhere.
    var hold: (definition: HoldDefinition, timeout: Duration)? {
        for source in sources {
            if let hold = source.definition.hold { return (hold, source.definition.holdTimeout) }
        }
        return nil
    }

    /// The fault, when it is one of WireMock's and happens each time.
    var wireMockFault: FaultDefinition.WireMockName? { sourceOfFaults?.definition.wireMockFault }

    /// The link that the response takes in place of the session's; nil for the session's.
    var network: LinkProfile? {
        for source in sources {
            if let network = source.definition.network { return network }
        }
        return nil
    }

    /// The rate of the body alone; nil for none.
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
