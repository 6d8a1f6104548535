/// The names that S3 allows for buckets.
package enum BucketName {
    /// What a valid name is, for messages.
    package static let rule =
        "A name has 3 to 63 of a-z, 0-9, \"-\" and \".\", and a letter or digit at both ends and beside each dot. IP addresses and reserved "
        + "names such as \"xn--a\" are not valid."

    /// A regular expression for what `rule` says, except how long a name is, and which addresses and reserved names there are.
    package static let pattern = "^\(label)(\\.\(label))*$"

    /// Of a name between two dots.
    private static let label = "[a-z0-9]+(-+[a-z0-9]+)*"

    private static let reservedBeginnings = ["xn--", "sthree-", "amzn-s3-demo-"]
    private static let reservedEnds = ["-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"]

    /// 3 to 63 lower-case letters, digits, dots and hyphens, as labels of a host; no address, and none of the names that S3 keeps.
    package static func isValid(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (3...63).contains(bytes.count) else { return false }
        // Letters and digits, with hyphens between them.
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard let first = label.first, let last = label.last, isLetterOrDigit(first), isLetterOrDigit(last),
                label.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
            else { return false }
        }
        return !isAddress(name) && !reservedBeginnings.contains(where: name.hasPrefix) && !reservedEnds.contains(where: name.hasSuffix)
    }

    /// Whether a bucket may ever have had that name: the oldest region once allowed more.
    package static func isPossible(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return (3...255).contains(bytes.count) && !name.contains("..")
            && bytes.allSatisfy { isLetterOrDigit($0 | 0x20) || "-._".utf8.contains($0) }
    }

    /// Whether a copy may name it as its source: it is a possible name, and no address.
    package static func canBeCopiedFrom(_ name: String) -> Bool { isPossible(name) && !isAddress(name) }

    /// Whether it has the form of an IPv4 address.
    private static func isAddress(_ name: String) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count == 4 && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }
    }

    /// The ARN of the bucket with that name.
    package static func arn(of name: String) -> String { "arn:aws:s3:::" + name }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}
