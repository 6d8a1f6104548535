internal import HTTPMessage
internal import JSONDocument
internal import LinkModel

/// The journal's form of what a link did.
extension LinkReport {
    /// `performed.network`.
    var json: JSONValue {
        var object: JSONObject = [:]
        if let profile { object["profile"] = .string(profile) }
        object["delayMilliseconds"] = JSONValue(delay / .milliseconds(1))
        if lossCount > 0 {
            object["lostSegments"] = JSONValue(lossCount)
            object["stalledMilliseconds"] = JSONValue(stalled / .milliseconds(1))
        }
        if isDead { object["dead"] = true }
        return .object(object)
    }

    /// The losses, as the journal's draws.
    var draws: [EntryDetails.Draw] {
        losses.map { loss in
            var value: JSONObject = [:]
            if let segment = loss.segment { value["segment"] = JSONValue(segment) }
            value["times"] = JSONValue(loss.times)
            return EntryDetails.Draw(loss.isUpload ? "upLoss" : "downLoss", .object(value))
        }
    }
}
