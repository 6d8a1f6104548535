internal import S3Dialect
internal import XMLDocument

/// Every document that S3 takes is read or refused, and nothing of it is longer than it was; what is written reads as the same.
enum S3DocumentTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        if let list = try? DeletionList(bytes) {
            precondition((1...DeletionList.limit).contains(list.items.count), "too many objects, or none")
            precondition(list.items.reduce(0) { $0 + $1.key.utf8.count } <= bytes.count, "keys that are longer than the document")
        }
        if let list = try? PartList(bytes) {
            precondition((1...PartList.limit).contains(list.items.count), "too many parts, or none")
            precondition(list.items.allSatisfy { (1...PartList.limit).contains($0.number) }, "a number that no part has")
        }
        if let tags = try? TagSet(bytes) { precondition((try? TagSet(tags.document.bytes)) == tags, "tags that read differently") }
        if let tags = try? TagSet(field: String(decoding: bytes, as: UTF8.self)) {
            precondition((try? TagSet(tags.document.bytes)) == tags, "tags of a field that read differently")
        }
        if let rules = try? CORSConfiguration(bytes) {
            precondition((try? CORSConfiguration(rules.document.bytes)) == rules, "rules that read differently")
            _ = rules.rule(origin: "https://example.test", method: "GET", fields: ["x-amz-acl"])
        }
        if let block = try? PublicAccessBlock(bytes) {
            precondition((try? PublicAccessBlock(block.document.bytes)) == block, "a block that reads differently")
        }
        if let status = try? VersioningStatus(bytes) {
            precondition((try? VersioningStatus(VersioningStatus.document(status).bytes)) == status, "a status that reads differently")
        }
        _ = try? BucketLocation(bytes)
        _ = try? AccessControlPolicy(bytes)
        _ = try? ObjectOwnership(bytes)
        for kind in KeptDocument.Kind.allCases { _ = try? KeptDocument(kind, bytes, bucket: "bucket") }
    }
}
