internal import HTTPMessage

/// Responses by requested target, each with what was read from the disk for it.
struct ResponseTable {
    /// A target, and the rules by which it leads to a file. The same target may mean different files.
    private struct Key: Hashable {
        let target: ArraySlice<UInt8>
        let purpose: ResponsePurpose

        // Written out: a derived one hashes each byte on its own, and compares through a generic function.

        func hash(into hasher: inout Hasher) { unsafe target.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

        static func == (left: Key, right: Key) -> Bool {
            guard left.purpose == right.purpose else { return false }
            let (one, other) = (left.target.span, right.target.span)
            guard one.count == other.count else { return false }
            for index in one.indices where one[index] != other[index] { return false }
            return true
        }
    }

    private static let capacity = 4_096
    private var entries: [Key: KnownResponse] = [:]

    func find(_ target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> KnownResponse? { entries[Key(target: target, purpose: purpose)] }

    mutating func keep(_ known: KnownResponse, for target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) {
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        // A slice would keep the request's bytes.
        entries[Key(target: Array(target)[...], purpose: purpose)] = known
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}

/// A response to a target, and whether it is still valid.
final class KnownResponse: Sendable {
    let response: Response
    /// Proof for everything that the response was made from.
    let proof: FileProof

    init(_ response: Response, _ proof: FileProof) {
        self.response = response
        self.proof = proof
    }
}

/// The rules by which a target leads to a file.
package enum ResponsePurpose: Sendable {
    /// A path beneath `__files`.
    case file
    /// A path-style target of S3.
    case object
}
