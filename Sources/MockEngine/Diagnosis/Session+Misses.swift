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
        let nearest = NearMisses.closest(to: request, at: now, among: routes, within: budget)
        let stubBody = environment.contents?.stubBody(for: request)
        let twin = NearMisses.urlTwin(of: request, at: now, among: routes, besides: nearest.map(\.stub), within: budget)
        return MissReport(
            request: request, candidates: nearest.map(candidate), folder: environment.folder,
            otherListener: otherListener(for: request, at: now, routes, board, within: budget) ?? hintForS3Client(request),
            urlTwin: twin.map(candidate), contentTwin: budget.stop == nil ? environment.contents?.twin(of: request) : nil,
            readFile: request.isRead ? nil : environment.contents?.existingPath(for: request), stubBody: stubBody,
            mayBeMade: { $0 != stubBody?.file && environment.contents?.mayBeMade($0) ?? true })
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

    /// A sentence about a stub of the HTTP listener for the request's method and URL, whatever else it wants: the S3 listener does not keep the
    /// body of an upload that it refuses. Nil if there is none.
    private func stubOverHTTP(for request: Request, _ routes: RouteTable, within budget: WorkBudget) -> String? {
        let stub = routes.first(for: request) { request, stub in
            stub.mapping.request.url != nil && stub.matcher.accepts(listenerOf: request) && stub.matcher.accepts(methodOf: request)
                && (try? stub.matcher.url.matches(request, within: budget)) ?? false
        }
        guard let stub, budget.stop == nil else { return nil }
        return "the HTTP listener has \(stub.mapping.label) for this URL: ask that port."
    }
}

extension Request {
    /// Whether it is a GET or a HEAD.
    fileprivate var isRead: Bool { method == "GET" || method == "HEAD" }
}
