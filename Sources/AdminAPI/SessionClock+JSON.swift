internal import JSONDocument
internal import MockEngine
internal import StubModel

extension SessionClock {
    /// The clock as endpoints show it.
    var shown: JSONObject { ["clock": mode.json, "now": .string(now.isoTextWithMilliseconds)] }
}
