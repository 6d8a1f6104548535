internal import JSONDocument
internal import MockEngine
internal import StubModel

extension SessionClock {
    /// The clock as endpoints show it; a manual one with what waits for it to be advanced.
    var shown: JSONObject {
        var object: JSONObject = ["clock": mode.json, "now": .string(now.isoTextWithMilliseconds)]
        if mode == .manual, let waiting {
            object["waiting"] = JSONValue(waiting.count)
            object["nextMilliseconds"] = JSONValue(waiting.next / .milliseconds(1))
        }
        return object
    }
}
