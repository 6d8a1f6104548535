/// Where a bucket is created: `CreateBucketConfiguration`.
package struct BucketLocation: Sendable, Hashable {
    /// Nil for the oldest region, which has no name here.
    package let constraint: String?
    /// The bucket's tags from the beginning; nil for none.
    package let tags: TagSet?

    /// - Parameters:
    ///   - document: may be empty.
    ///   - signedRegion: the region that the signature of the request is for; nil for a request without one, and with one of version 2.
    /// - Throws: MalformedXML; InvalidLocationConstraint for a region that S3 cannot have, and for none;
    ///   IllegalLocationConstraintException for the oldest region in a request for another one; NotImplemented for directory buckets.
    package init(_ document: [UInt8], signedRegion: String? = nil) throws(S3Error) {
        guard !document.isEmpty else {
            constraint = nil
            tags = nil
            return
        }
        let children = try InputElement(document, root: "CreateBucketConfiguration").children(
            "LocationConstraint", "Location", "Bucket", "Tags")
        if children.contains(where: { $0.name == "Location" || $0.name == "Bucket" }) { throw .notImplemented("directory buckets") }
        constraint = try children.optional("LocationConstraint")?.word()
        if let constraint, !Self.isConstraint(constraint) {
            if constraint == Self.oldest, let signedRegion, signedRegion != Self.oldest {
                throw S3Error(
                    .illegalLocationConstraintException,
                    "The \(constraint) location constraint is incompatible for the region specific endpoint this request was sent to.")
            }
            throw S3Error(.invalidLocationConstraint, nil, [("LocationConstraint", constraint)])
        }
        let set = try children.optional("Tags").map { (element) throws(S3Error) in try TagSet(in: element, of: .newBucket) }
        tags = set?.tags.isEmpty == true ? nil : set
    }

    private static let oldest = "us-east-1"

    /// Whether a bucket outside of the oldest region can be there: `EU`, `eu-west-1`, `us-gov-west-1`.
    private static func isConstraint(_ name: String) -> Bool {
        if name == "EU" { return true }
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        guard name != oldest, words.count >= 3, let number = words.last, let area = words.first else { return false }
        return area.utf8.count == 2 && number.utf8.count == 1 && number.utf8.allSatisfy { $0 &- UInt8(ascii: "1") < 9 }
            && words.dropLast().allSatisfy { word in !word.isEmpty && word.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 } }
    }
}
