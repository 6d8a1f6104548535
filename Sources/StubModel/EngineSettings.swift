internal import HTTPMessage
package import JSONDocument

/// Settings that apply to every stub: WireMock's `/__admin/settings`.
package struct EngineSettings: Sendable {
    /// For responses without a fixed delay of their own; nil for no delay.
    package var fixedDelay: Duration?
    /// For responses without a distribution of their own; nil for no delay.
    package var delayDistribution: DelayDistribution?
    /// Any data that clients store here; nil until a client does.
    package var extended: JSONObject?
    /// Shown as in WireMock. It has no effect, because there is no browser proxying.
    package var proxyPassThrough = true
    /// The distribution as written.
    private var writtenDistribution: JSONValue?

    package init() {}

    /// Reads settings, bare or as `{"settings": {…}}`. Absent fields are unset, or false, as in WireMock.
    /// - Returns: nil when something is wrong, which is reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> EngineSettings? {
        let before = report.problems.count
        guard var fields = FieldReader(node, report) else { return nil }
        if let inner = fields.take("settings") {
            fields.finish()
            let settings = decode(inner, report)
            return report.problems.count == before ? settings : nil
        }
        var settings = EngineSettings()
        settings.fixedDelay = fields.milliseconds("fixedDelay", from: 0).map { .milliseconds($0) }
        if let distribution = fields.take("delayDistribution") {
            settings.delayDistribution = DelayDistribution.decode(distribution, report)
            settings.writtenDistribution = distribution.value
        }
        if fields.members("extended") != nil { settings.extended = fields.take("extended")?.value.object }
        settings.proxyPassThrough = fields.flag("proxyPassThrough") ?? false
        fields.finish()
        return report.problems.count == before ? settings : nil
    }

    /// The settings as the admin API shows them.
    package var json: JSONObject {
        var json: JSONObject = [:]
        if let fixedDelay { json["fixedDelay"] = JSONValue(Int(fixedDelay.wholeMilliseconds)) }
        if let writtenDistribution { json["delayDistribution"] = writtenDistribution }
        if let extended { json["extended"] = .object(extended) }
        json["proxyPassThrough"] = .bool(proxyPassThrough)
        return json
    }
}
