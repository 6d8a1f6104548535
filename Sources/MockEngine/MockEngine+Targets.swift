internal import HTTPMessage
internal import JSONDocument
internal import StubModel

extension MockEngine {
    /// Warns about targets of a stub that will not be called, as far as this is known before their names are resolved.
    func warnOfRefusedTargets(of mapping: borrowing StubMapping, _ report: ProblemReport) {
        guard let upstream = environment.upstream else { return }
        for (authority, place) in mapping.literalTargets {
            let isOperators = mapping.operatorTargets.contains(authority)
            guard let refusal = upstream.refusal(of: authority, isOperators: isOperators) else { continue }
            report.warn("\(authority) will not be called. \(refusal)", at: place)
        }
        guard upstream.callsNamedTargetsOnly else { return }
        let repair = "Write the host, or start with --allow-proxy-targets."
        for place in mapping.proxiesToMadeHosts {
            report.warn("a template makes the host of \"proxyBaseUrl\", so each request will get a 500", at: place, repair: repair)
        }
        for place in mapping.webhooksToMadeHosts {
            report.warn("a template makes the host of this webhook, so it will not be called", at: place, repair: repair)
        }
    }
}
