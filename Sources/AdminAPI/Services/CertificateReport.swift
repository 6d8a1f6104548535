package import JSONDocument
package import MockEngine

/// The certificate with which the server speaks TLS, for health.
package struct CertificateReport: Sendable {
    /// The end of the certificate in use.
    package let validUntil: Timestamp
    /// Why the saved one is not in use, or that the one in use has expired; nil when all is well.
    package let problem: Problem?

    package init(validUntil: Timestamp, problem: Problem?) {
        self.validUntil = validUntil
        self.problem = problem
    }

    var json: JSONValue {
        var object: JSONObject = ["state": problem == nil ? "current" : "stale", "validUntil": .string(validUntil.isoText)]
        if let problem { object["problem"] = .string(problem.description) }
        return .object(object)
    }
}
