internal import HTTPMessage
package import JSONDocument
package import LinkModel

/// Link profiles as written in JSON: in a response, for a session, for the server.
extension LinkProfile {
    fileprivate static let longestDelay = Duration.seconds(3_600)
    /// 100 gigabits per second, in kilobits.
    fileprivate static let highestRate = 1e8

    /// Reads the name of a profile, or `{"profile"?, "downKilobitsPerSecond"?, …}`; the numbers replace those of the profile.
    /// - Returns: nil when something is wrong, which is reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> LinkProfile? {
        let before = report.problems.count
        if case .string = node.content {
            return report.word(node, called: "\"network\"", among: named.compactMap(\.name)) { named($0) }
        }
        guard case .object = node.content else {
            report.add(
                "\"network\" cannot be \(node.found)", at: node,
                repair: "Write the name of a profile, such as \"3G\", or an object such as {\"downKilobitsPerSecond\": 780}.")
            return nil
        }
        if node.isEmptyObject {
            report.warn(
                "\"network\" is empty, which is a link without limits", at: node,
                repair: "Write \"off\" if that is meant, or the name of a profile, such as \"3G\".")
        }
        guard var fields = FieldReader(node, report) else { return nil }
        var profile = fields.word("profile", among: named.compactMap(\.name)) { named($0) } ?? LinkProfile()
        let ofName = profile
        profile.down = fields.direction("down", profile.down)
        profile.up = fields.direction("up", profile.up)
        profile.dnsDelay = fields.delay("dnsDelayMilliseconds") ?? profile.dnsDelay
        profile.connectFault = fields.word("connectFault") ?? profile.connectFault
        fields.finish { belonging(of: $0) }
        // With a changed number it is no longer the named profile.
        if profile != ofName { profile.name = nil }
        return report.problems.count == before ? profile : nil
    }

    /// What to write in place of a field that is unknown here.
    private static func belonging(of name: String) -> String? {
        switch name {
        case "network": "Write the network itself: \"3G\", {\"profile\": \"3G\"} or {\"downKilobitsPerSecond\": 780}."
        case "name": "Write the name as \"profile\"."
        case "latency", "latencyMilliseconds", "delay", "delayMilliseconds", "rttMilliseconds":
            "Write \"downDelayMilliseconds\" and \"upDelayMilliseconds\", each for one direction."
        case "loss", "packetLoss": "Write \"downLoss\" and \"upLoss\", from 0 to 1."
        case "bandwidth", "kilobitsPerSecond", "bandwidthKilobitsPerSecond", "rate":
            "Write \"downKilobitsPerSecond\" and \"upKilobitsPerSecond\"."
        default: nil
        }
    }

    /// Reads the network of one response. Warns of what is about connections.
    static func decode(ofResponse node: JSONNode, _ report: ProblemReport) -> LinkProfile? {
        if let place = node.member("connectFault") {
            report.warn(
                "\"connectFault\" breaks new connections of a session, and does nothing here", at: place,
                repair: "Write \"fault\": {\"effect\": \"reset\", \"at\": \"beforeHeaders\"} in the response.")
        }
        return decode(node, report)
    }

    /// As the admin API shows it and reads it back: all numbers, and the name if it has one.
    package var json: JSONObject {
        var json: JSONObject = [:]
        if let name { json["profile"] = .string(name) }
        json["downKilobitsPerSecond"] = JSONValue(down.kilobitsPerSecond)
        json["upKilobitsPerSecond"] = JSONValue(up.kilobitsPerSecond)
        json["downDelayMilliseconds"] = JSONValue(down.delay / .milliseconds(1))
        json["upDelayMilliseconds"] = JSONValue(up.delay / .milliseconds(1))
        json["downLoss"] = JSONValue(down.loss)
        json["upLoss"] = JSONValue(up.loss)
        json["dnsDelayMilliseconds"] = JSONValue(dnsDelay / .milliseconds(1))
        if let connectFault { json["connectFault"] = .string(connectFault.rawValue) }
        return json
    }
}

extension FieldReader {
    /// The rate of one body, more than 0.
    mutating func bitsPerSecond(_ name: String) -> Int? {
        guard let rate = rate(name, unbounded: "Leave it out for no bound.") else { return nil }
        if rate == 0 { report.add("\"\(name)\" is 0, but must be more", at: place(of: name), repair: "Leave it out for no bound.") }
        return LinkDirection.bitsPerSecond(ofKilobits: rate)
    }

    fileprivate mutating func direction(_ name: String, _ direction: LinkDirection) -> LinkDirection {
        var direction = direction
        let unbounded = "Leave it out, or write 0, for no bound."
        if let rate = rate("\(name)KilobitsPerSecond", unbounded: unbounded) {
            direction.bitsPerSecond = LinkDirection.bitsPerSecond(ofKilobits: rate)
        }
        direction.delay = delay("\(name)DelayMilliseconds") ?? direction.delay
        direction.loss = fraction("\(name)Loss") ?? direction.loss
        return direction
    }

    /// - Parameter unbounded: how no bound is written, as a whole sentence.
    fileprivate mutating func rate(_ name: String, unbounded: String) -> Double? {
        guard let rate = nonNegative(name) else { return nil }
        if rate <= LinkProfile.highestRate { return rate }
        report.add("\"\(name)\" is more than 100 gigabits a second", at: place(of: name), repair: unbounded)
        return nil
    }

    fileprivate mutating func delay(_ name: String) -> Duration? {
        guard let milliseconds = nonNegative(name) else { return nil }
        let delay = Duration.milliseconds(1).scaled(by: milliseconds)
        if delay <= LinkProfile.longestDelay { return delay }
        report.add("\"\(name)\" is more than an hour", at: place(of: name))
        return nil
    }
}
