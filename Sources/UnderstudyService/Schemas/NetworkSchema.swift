internal import JSONDocument
internal import LinkModel

/// A network as it can be written: the name of a profile, or an object.
enum NetworkSchema {
    static var value: JSONObject {
        let name: JSONValue = ["enum": .array(LinkProfile.named.compactMap(\.name).map { .string($0) })]
        let rate: JSONValue = ["type": "number", "minimum": 0, "maximum": 100_000_000]
        let delay: JSONValue = ["type": "number", "minimum": 0, "maximum": 3_600_000]
        let loss: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]
        let numbers: JSONValue = [
            "type": "object",
            "properties": [
                "profile": name, "downKilobitsPerSecond": rate, "upKilobitsPerSecond": rate, "downDelayMilliseconds": delay,
                "upDelayMilliseconds": delay, "downLoss": loss, "upLoss": loss, "dnsDelayMilliseconds": delay,
                "connectFault": ["enum": .array(ConnectFault.allCases.map { .string($0.rawValue) })],
            ],
            "additionalProperties": false,
        ]
        return ["oneOf": [name, numbers]]
    }
}
