internal import HTTPMessage
internal import S3Dialect

extension Bucket {
    /// The field that says when the bucket's lifecycle would delete the newest version of an object; empty where no rule is about it. Nothing is
    /// deleted.
    func expirationFields(_ key: ObjectKey, _ object: StoredObject) -> HeaderFields {
        guard let rules = layer.settings.documents[.lifecycle]?.expirations, !rules.isEmpty else { return [] }
        let head = object.head
        let ends = rules.compactMap { rule in
            rule.end(
                ofKey: key.bytes, size: head.size, tags: head.description.tags, modified: head.lastModified.secondsSinceEpoch
            ).map { (id: rule.id, end: $0) }
        }
        guard let first = ends.min(by: { $0.end < $1.end }) else { return [] }
        let date = HTTPDate(secondsSinceEpoch: first.end).text
        return [("x-amz-expiration", "expiry-date=\"\(date)\", rule-id=\"\(PercentCoding.encode(first.id.utf8))\"")]
    }
}
