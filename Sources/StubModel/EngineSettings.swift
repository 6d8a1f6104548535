internal import HTTPMessage
package import JSONDocument

/// The settings that hold for every stub: WireMock's `/__admin/settings`.
package struct EngineSettings: Sendable {
    /// For answers that name no fixed delay of their own.
    package var fixedDelay: Duration?
    /// For answers that name no distribution of their own.
    package var delayDistribution: DelayDistribution?
    /// Anything that clients want to keep here; nil until somebody does.
    package var extended: JSONObject?
    /// Shown, as WireMock shows it; nothing depends on it without browser proxying.
    package var proxyPassThrough = true
    /// The distribution as it was written.
    private var writtenDistribution: JSONValue?

    package init() {}

    /// Reads settings, bare or as `{"settings": {…}}`; what is absent is unset, or false, as in WireMock.
    /// - Returns: nil when anything was wrong.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> EngineSettings? {
        let before = report.problems.count
        guard var fields = FieldReader(node, report) else { return nil }
        if let inner = fields.take("settings") {
            fields.finish()
            let settings = decode(inner, report)
            return report.problems.count == before ? settings : nil
        }
        var settings = EngineSettings()
        settings.fixedDelay = fields.wholeNumber("fixedDelay", in: 0...Int.max).map { .milliseconds($0) }
        if let distribution = fields.take("delayDistribution") {
            settings.delayDistribution = DelayDistribution.decode(distribution, report)
            settings.writtenDistribution = distribution.value
        }
        if fields.members("extended") != nil { settings.extended = fields.take("extended")?.value.object }
        settings.proxyPassThrough = fields.flag("proxyPassThrough") ?? false
        fields.finish()
        return report.problems.count == before ? settings : nil
    }

    /// As the admin API shows them.
    package var json: JSONObject {
        var json: JSONObject = [:]
        if let fixedDelay { json["fixedDelay"] = JSONValue(Int(fixedDelay.wholeMilliseconds)) }
        if let writtenDistribution { json["delayDistribution"] = writtenDistribution }
        if let extended { json["extended"] = .object(extended) }
        json["proxyPassThrough"] = .bool(proxyPassThrough)
        return json
    }
}
