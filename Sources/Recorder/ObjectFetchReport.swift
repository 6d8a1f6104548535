internal import JSONDocument

/// What became of the objects of a recording.
struct ObjectFetchReport: Sendable {
    /// An object that was not saved.
    struct Failure: Sendable {
        var object: HostedObject
        var reason: String

        /// `BUCKET/KEY`.
        var path: String { "\(object.bucket)/\(String(decoding: object.key, as: UTF8.self))" }
    }

    var saved = 0
    /// Of the saved ones.
    var bytes = 0
    private(set) var failures: [Failure] = []

    mutating func add(_ object: HostedObject, _ reason: String) { failures.append(Failure(object: object, reason: reason)) }

    /// `{"saved": 2, "bytes": 57144, "failed": [{"url", "bucket", "key", "reason"}]}`
    var json: JSONValue {
        let failed = failures.map { failure in
            [
                "url": .string(failure.object.shown), "bucket": .string(failure.object.bucket),
                "key": .string(String(decoding: failure.object.key, as: UTF8.self)), "reason": .string(failure.reason),
            ] as JSONValue
        }
        return ["saved": .init(saved), "bytes": .init(bytes), "failed": .array(failed)]
    }
}
