internal import HTTPMessage

/// Responses by the target that was requested, each with what was looked at on the disk to make it.
struct ResponseTable {
    /// For whom a response was made: the same target may mean different files.
    private struct Entry {
        let target: [UInt8]
        let purpose: ResponsePurpose
        let known: KnownResponse
    }

    private static let capacity = 4_096
    private var entries: [Int: Entry] = [:]

    func find(_ target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> KnownResponse? {
        guard let entry = entries[Self.key(target, purpose)], entry.purpose == purpose, entry.target.elementsEqual(target) else {
            return nil
        }
        return entry.known
    }

    mutating func keep(_ known: KnownResponse, for target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) {
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
        entries[Self.key(target, purpose)] = Entry(target: Array(target), purpose: purpose, known: known)
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    private static func key(_ target: ArraySlice<UInt8>, _ purpose: ResponsePurpose) -> Int {
        var hasher = Hasher()
        hasher.combine(purpose)
        unsafe target.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

/// A response, and what was seen when it was made.
final class KnownResponse: Sendable {
    let response: Response
    let sights: [FileLook.Sight]

    init(_ response: Response, _ sights: [FileLook.Sight]) {
        self.response = response
        self.sights = sights
    }
}

/// By whose rules a target leads to a file.
public enum ResponsePurpose: Sendable {
    /// A path beneath `__files`.
    case file
    /// A path-style target of S3.
    case object
}
