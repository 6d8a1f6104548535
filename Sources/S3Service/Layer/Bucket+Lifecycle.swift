internal import HTTPMessage
internal import S3Dialect

extension Bucket {
    /// The field that says when the bucket's lifecycle would delete the newest version of an object; empty where no rule is about it.
    /// Nothing is deleted.
    func expirationFields(_ key: ObjectKey, _ object: StoredObject) -> HeaderFields {
        let rules = lifecycleRules
        guard !rules.isEmpty else { return [] }
        let head = object.head
        let ends = rules.compactMap { rule in
            rule.end(
                ofKey: key.bytes, size: head.size, tags: head.description.tags, modified: head.lastModified.secondsSinceEpoch
            ).map { (id: rule.id, end: $0) }
        }
        guard let first = ends.min(by: { $0.end < $1.end }) else { return [] }
        let date = HTTPDate(secondsSinceEpoch: first.end).text
        return [("x-amz-expiration", "expiry-date=\"\(date)\", rule-id=\"\(Self.shown(first.id))\"")]
    }

    /// The fields that say when the bucket's lifecycle would end an upload; empty where no rule is about it. Nothing ends it.
    func abortFields(_ upload: MultipartUpload) -> HeaderFields {
        let ends = lifecycleRules.compactMap { rule in
            rule.abort(ofKey: upload.key.bytes, begun: upload.initiated.secondsSinceEpoch).map { (id: rule.id, end: $0) }
        }
        guard let first = ends.min(by: { $0.end < $1.end }) else { return [] }
        return [("x-amz-abort-date", HTTPDate(secondsSinceEpoch: first.end).text), ("x-amz-abort-rule-id", Self.shown(first.id))]
    }

    private var lifecycleRules: [LifecycleRule] { layer.settings.documents[.lifecycle]?.lifecycleRules ?? [] }

    /// A rule's id in a header field: encoded, as the reference has it.
    private static func shown(_ id: String) -> String { PercentCoding.encode(id.utf8) }
}
