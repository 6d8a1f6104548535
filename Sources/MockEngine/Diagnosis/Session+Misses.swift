internal import Budget
internal import HTTPMessage
internal import StubModel

extension Session {
    /// Explains why no stub matches a request. Compares the nearest stubs field by field, which is expensive.
    func missReport(for request: Request) -> MissReport {
        missReport(for: request, at: clock.now, view.routes, currentBoard, within: WorkBudget(environment.matchers.limits.request))
    }

    /// - Parameter budget: what the work is charged to. If it is used up, the report says only what is known without it.
    func missReport(
        for request: Request, at now: Timestamp, _ routes: RouteTable, _ board: ScenarioBoard, within budget: WorkBudget
    ) -> MissReport {
        func candidate(_ stub: CompiledStub, _ result: RequestMatchResult) -> MissReport.Candidate {
            MissReport.Candidate(
                mapping: stub.mapping, result: result,
                scenario: stub.mapping.scenario.flatMap { rule in
                    rule.requiredState.map {
                        MissReport.ScenarioComparison(name: rule.name, requiredState: $0, state: board.state(of: rule.name))
                    }
                })
        }
        let isOff: (CompiledStub) -> Bool = { $0.isStateful && !board.admits($0.mapping) }
        let nearest = NearMisses.closest(to: request, at: now, among: routes, within: budget, isOff: isOff)
        let stubBody = environment.contents?.stubBody(for: request)
        let twin = NearMisses.urlTwin(of: request, at: now, among: routes, besides: nearest.map(\.stub), within: budget)
        let isURLKnown = twin != nil || nearest.contains { $0.result.fields.contains { $0.part == .url && $0.isMatch } }
        let contentTwin = budget.stop == nil ? environment.contents?.twin(of: request) ?? shorterTwin(of: request) : nil
        let otherListener = otherListener(for: request, at: now, routes, board, within: budget) ?? hintForS3Client(request)
        return MissReport(
            request: request, candidates: nearest.map(candidate), folder: environment.folder, otherListener: otherListener,
            slips: isURLKnown || otherListener != nil ? [] : slips(request, routes, within: budget, isOff: isOff),
            urlTwin: twin.map(candidate), hasOtherStubs: nearest.isEmpty && routes.count > 0, contentTwin: contentTwin,
            readFile: request.isRead ? nil : environment.contents?.existingPath(for: request), stubBody: stubBody,
            obstacle: environment.contents?.obstacle(to: request),
            mayBeMade: { $0 != stubBody?.file && environment.contents?.mayBeMade($0) ?? true })
    }

    /// Sentences about the URL that was probably meant by a request that no stub's URL matches.
    private func slips(
        _ request: Request, _ routes: RouteTable, within budget: WorkBudget, isOff: (CompiledStub) -> Bool
    ) -> [String] {
        guard budget.stop == nil else { return [] }
        let stubs = NearMisses.preselect(routes, request)
        let ofStub =
            PatternSlip.sentence(about: request, among: stubs, within: budget)
            ?? URLGuess.sentence(about: request, among: stubs, within: budget, isOff: isOff)
        return [ofStub, hintForBucket(request)].compactMap(\.self)
    }

    /// A file that answers the request's path without its first segment, or without the first two; nil if there is none.
    private func shorterTwin(of request: Request) -> ContentTwin? {
        guard request.isRead, request.arrival.listener == .http, let contents = environment.contents else { return nil }
        var rest = request.pathBytes
        for _ in 1...2 {
            guard let slash = rest.dropFirst().firstIndex(of: UInt8(ascii: "/")), slash < rest.endIndex - 1 else { return nil }
            rest = rest[slash...]
            let shorter = Request(method: request.method, target: String(decoding: rest, as: UTF8.self))
            if let file = contents.existingPath(for: shorter) { return ContentTwin(file: file, path: PercentCoding.decodePath(rest)) }
        }
        return nil
    }

    /// A sentence for a request to the HTTP listener whose path begins with a bucket; nil for other requests.
    private func hintForBucket(_ request: Request) -> String? {
        guard request.arrival.listener == .http, let url = s3BaseURL(for: request) else { return nil }
        var other = request
        other.arrival.listener = .s3
        return environment.contents?.bucketName(for: other).map {
            "the S3 listener has a bucket \"\($0)\": ask \(url) ({{s3.baseUrl}} in a template)."
        }
    }

    /// A sentence for a request to the HTTP listener that an S3 client has signed; nil for other requests.
    private func hintForS3Client(_ request: Request) -> String? {
        let isSigned =
            request.firstHeader("Authorization")?.hasPrefix("AWS4-HMAC-SHA256") ?? false || request.firstHeader("X-Amz-Date") != nil
            || request.queryItems.contains { $0.name == "X-Amz-Signature" }
        guard isSigned, request.arrival.listener == .http, let url = s3BaseURL(for: request) else { return nil }
        return "this looks like S3: the S3 listener is \(url)."
    }

    /// A sentence that says that another listener would respond to an unmatched request; nil if none would. A stub without a URL pattern
    /// would match anything, so it is ignored.
    func otherListener(
        for request: Request, at now: Timestamp, _ routes: RouteTable, _ board: ScenarioBoard, within budget: WorkBudget
    ) -> String? {
        var other = request
        let context = MatchContext(limits: environment.matchers.limits, now: now, budget: budget)
        let url = environment.s3BaseURL(request)
        let isOnS3 = request.arrival.listener == .s3
        guard isOnS3 || url != nil else { return nil }
        other.arrival.listener = isOnS3 ? .http : .s3
        var facts: RequestFacts? = RequestFacts(other, context)
        let stub = routes.first(for: other) { other, stub in
            stub.mapping.request.url != nil && stub.matcher.matches(other, at: now, &facts)
                && (!stub.isStateful || board.admits(stub.mapping))
        }
        guard budget.stop == nil else { return nil }
        guard let target = stub?.mapping.label ?? (request.isRead ? environment.contents?.existingPath(for: other) : nil) else {
            return isOnS3 && !request.isRead ? stubOverHTTP(for: other, routes, within: budget) : nil
        }
        if isOnS3 { return "the HTTP listener answers it, with \(target): ask that port." }
        return "the S3 listener answers it, with \(target): ask \(url ?? "") ({{s3.baseUrl}} in a template)."
    }

    /// A sentence about a stub of the HTTP listener for the request's method and URL, whatever else it wants: the S3 listener does not keep
    /// the body of an upload that it refuses. Nil if there is none.
    private func stubOverHTTP(for request: Request, _ routes: RouteTable, within budget: WorkBudget) -> String? {
        let stub = routes.first(for: request) { request, stub in stub.isForURL(of: request, within: budget) }
        guard let stub, budget.stop == nil else { return nil }
        return "the HTTP listener has \(stub.mapping.label) for this URL: ask that port."
    }
}
