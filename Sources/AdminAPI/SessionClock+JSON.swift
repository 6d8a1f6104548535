internal import JSONDocument
internal import MockEngine
internal import StubModel

extension SessionClock {
    /// What the endpoints show of it.
    var shown: JSONObject { ["clock": mode.json, "now": .string(now.isoTextWithMilliseconds)] }
}
