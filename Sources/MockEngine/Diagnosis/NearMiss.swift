internal import Budget
package import HTTPMessage
package import JSONDocument
package import StubModel

/// A stub that a request almost matched.
package struct NearMiss: Sendable {
    /// The stub.
    package let stub: CompiledStub
    /// How each field of its request pattern compares with the request.
    package let result: RequestMatchResult

    /// As `GET /__admin/requests/unmatched/near-misses` lists it. Only the extended form has `fields`, which WireMock does not know.
    package func json(_ request: LoggedRequest, _ form: ResponseForm = .extended) -> JSONValue {
        var request = request
        request.shownBodyBytes = MissLimits.listedBodyBytes
        var object: JSONObject = [
            "request": request.json(form), "stubMapping": .object(form.mapping(stub.mapping.json)),
            "matchResult": result.wireMocksResult(form),
        ]
        if form == .extended { object["fields"] = .array(result.fields.map(\.json)) }
        return .object(object)
    }
}

extension RequestMatchResult {
    /// WireMock's `matchResult`. Its Java client needs the distance only, and that of 2.x knows nothing else.
    fileprivate func wireMocksResult(_ form: ResponseForm) -> JSONValue {
        var object: JSONObject = ["distance": JSONValue(distance)]
        if form == .extended {
            object["subEvents"] = []
            object["diffDescriptions"] = []
        }
        return .object(object)
    }

    /// How near a journal's request came to a pattern. In the extended form `fields` is ours.
    package func json(of entry: JournalEntry, with pattern: JSONValue, _ form: ResponseForm = .extended) -> JSONValue {
        var object: JSONObject = [
            "request": LoggedRequest(entry).json(form), "requestPattern": pattern, "matchResult": wireMocksResult(form),
        ]
        if form == .extended { object["fields"] = .array(fields.map(\.json)) }
        return .object(object)
    }
}

extension Session {
    /// The stubs nearest to a request, at most three, closest first.
    /// - Throws: if a limit stopped the comparison.
    package func nearMisses(to request: Request) throws(ComparisonStop) -> [NearMiss] {
        let call = ComparisonBudget(environment.matchers.limits)
        let found = nearMisses(to: request, within: call.budget)
        try call.check()
        return found
    }

    private func nearMisses(to request: Request, within budget: WorkBudget) -> [NearMiss] {
        NearMisses.closest(to: request, at: clock.now, among: view.routes, within: budget).map {
            NearMiss(stub: $0.stub, result: $0.result)
        }
    }

    /// The journal's requests nearest to a pattern, at most three, closest first; among equals the newest.
    /// - Throws: if a limit stopped the comparison.
    package func nearMisses(to matcher: RequestMatcher) throws(ComparisonStop) -> [(entry: JournalEntry, result: RequestMatchResult)] {
        let now = clock.now
        var work = MissWork()
        let call = ComparisonBudget(matcher.limits)
        func facts(_ entry: JournalEntry) -> RequestFacts {
            RequestFacts(entry.request, call.context(at: now), bodyLimit: MissLimits.bodyBytes, form: entry.form)
        }
        var measured: [(entry: JournalEntry, distance: Double)] = []
        for entry in journal.snapshot().newestFirst {
            let facts = facts(entry)
            facts.work = work
            measured.append((entry, matcher.distance(facts)))
            work = facts.work
            try call.check()
        }
        let found = NearMisses.nearest(measured) { $0.distance }.map { (entry: $0.entry, result: matcher.examine(facts($0.entry))) }
        try call.check()
        // Those that were not compared before are now.
        return NearMisses.nearest(found) { $0.result.distance }
    }

    /// The newest hundred requests that matched nothing, newest first, with the stubs nearest to each.
    package func unmatchedNearMisses() -> [(entry: JournalEntry, nearMisses: [NearMiss])] {
        var query = JournalQuery()
        query.unmatchedOnly = true
        query.limit = MissLimits.listedRequests
        // One budget for the whole list: those that it does not reach have no near misses.
        let budget = WorkBudget(environment.matchers.limits.request)
        return query.run(on: journal).entries.map { ($0, nearMisses(to: $0.request, within: budget)) }
    }
}
