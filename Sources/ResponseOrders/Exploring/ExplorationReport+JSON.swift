package import JSONDocument

extension ExplorationReport {
    /// The report as JSON.
    /// - Parameter command: the command that runs the test, with options before it, for the line that replays the failure: `-- swift test`.
    package func json(command: String = "-- COMMAND") -> JSONValue {
        let runs = exploration.runs
        func count(_ state: Exploration.State) -> JSONValue { JSONValue(runs.count { $0.state == state }) }
        var report: JSONObject = [
            "finished": JSONValue(exploration.isFinished),
            "passed": JSONValue(exploration.isFinished && !failed),
            "summary": JSONValue(sentence),
            "cover": JSONValue(exploration.settings.cover.rawValue),
            "seed": .number(JSONNumber(validated: String(exploration.settings.seed))),
            "maximumRuns": JSONValue(exploration.settings.runs),
            "runs": [
                "total": JSONValue(runs.count), "passed": count(.passed), "failed": count(.failed), "open": count(.open),
                "lost": count(.lost),
            ],
            "repeatedFirstRun": JSONValue(exploration.hasRepeatedFirstRun),
            "labels": list(exploration.labels.prefix(exploration.firstCount)),
            "covered": [
                "responses": JSONValue(exploration.labels.count), "of": JSONValue(coverage.strength), "orders": JSONValue(coverage.total),
                "possible": JSONValue(coverage.possible),
                "shown": JSONValue(coverage.covered), "complete": JSONValue(tested && coverage.covered == coverage.possible),
            ],
            "overlapped": JSONValue(coverage.overlaps),
            "tested": JSONValue(tested),
            "requests": JSONValue(requests),
            "unmatched": JSONValue(unmatched),
            "differingQuery": .array(differingQuery.map { JSONValue($0) }),
            "neverInFlightTogether": .array(coverage.apart.map { list([exploration.labels[$0.0], exploration.labels[$0.1]]) }),
        ]
        if let failure = failureJSON(command) { report["failure"] = failure }
        for (name, value) in observations { report[name] = value }
        return .object(report)
    }

    private func list(_ labels: some Sequence<RequestLabel>) -> JSONValue { .array(labels.map { JSONValue($0.description) }) }

    private func failureJSON(_ command: String) -> JSONValue? {
        guard let failure = exploration.failure, let replay else { return nil }
        let run = exploration.runs[failure.run]
        var object: JSONObject = [
            "sentence": JSONValue(sentence), "run": JSONValue(failure.run), "requests": list(culprits), "order": list(run.record.order),
            "smallest": JSONValue(failure.isSmallest), "schedule": JSONValue(replay),
            "replay": JSONValue("understudy explore --schedule \(replay) \(command)"),
        ]
        if let again = exploration.runs.last(where: { $0.run.purpose == .replay }), again.state != .open {
            object["replayed"] = JSONValue(again.state == .failed)
        }
        return .object(object)
    }

    /// What the later runs showed in addition to the first, and what makes runs unreliable.
    private var observations: [(String, JSONValue)] {
        let first = Set(exploration.labels.prefix(exploration.firstCount))
        func runs(_ list: (RunRecord) -> [RequestLabel]) -> JSONValue {
            .array(
                exploration.runs.flatMap { run in
                    list(run.record).map { ["run": JSONValue(run.run.number), "request": JSONValue($0.description)] }
                })
        }
        let missing = exploration.runs.flatMap { run -> [(Int, RequestLabel)] in
            guard run.state == .passed || run.state == .failed else { return [] }
            let arrived = Set(run.record.arrivals)
            return exploration.labels.prefix(exploration.firstCount).filter { !arrived.contains($0) }.map { (run.run.number, $0) }
        }
        return [
            ("retries", runs { $0.retries.filter { !first.contains($0) } }),
            ("polling", runs { $0.polling }),
            ("newRequests", runs { record in record.arrivals.filter { !first.contains($0) && !record.retries.contains($0) } }),
            ("missingRequests", .array(missing.map { ["run": JSONValue($0), "request": JSONValue($1.description)] })),
            ("clientLeft", runs { $0.left }),
            ("timedOut", runs { $0.timedOut }),
            ("unacknowledged", runs { $0.unacknowledged }),
            ("beyondLimit", JSONValue(exploration.runs.reduce(0) { $0 + $1.record.beyondLimit })),
            ("diverged", .array(exploration.runs.compactMap(divergence))),
        ]
    }

    /// A run that released its responses in another order than planned.
    private func divergence(_ run: Exploration.Run) -> JSONValue? {
        guard run.state == .passed || run.state == .failed else { return nil }
        let shown = exploration.numbered(run.record)
        guard run.record.divergence != nil || !run.order.isEmpty && shown != run.order else { return nil }
        var object: JSONObject = [
            "run": JSONValue(run.run.number), "schedule": JSONValue(run.run.schedule), "order": list(run.record.order),
        ]
        if let divergence = run.record.divergence { object["reason"] = JSONValue(divergence.description) }
        return .object(object)
    }
}
