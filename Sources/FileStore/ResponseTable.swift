internal import HTTPMessage

/// Responses by requested target, each with what was read from the disk for it.
struct ResponseTable {
    private static let capacity = 4_096
    private var entries: [Int: KnownResponse] = [:]

    func find(_ target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> KnownResponse? {
        guard let known = entries[Self.key(target, purpose)], known.purpose == purpose, known.target.elementsEqual(target) else {
            return nil
        }
        return known
    }

    mutating func keep(_ known: KnownResponse) {
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        entries[Self.key(known.target[...], known.purpose)] = known
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    private static func key(_ target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> Int {
        var hasher = Hasher()
        hasher.combine(purpose)
        unsafe target.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

/// A response to a target, and whether it is still valid.
final class KnownResponse: Sendable {
    let target: [UInt8]
    /// The same target may mean different files.
    let purpose: ResponsePurpose
    let response: Response
    /// Proof for everything that the response was made from.
    let proof: FileProof

    init(_ response: Response, _ proof: FileProof, target: [UInt8], _ purpose: ResponsePurpose) {
        self.target = target
        self.purpose = purpose
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
