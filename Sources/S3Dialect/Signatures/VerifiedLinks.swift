internal import HTTPMessage
internal import Synchronization

/// Links whose signatures were verified: a client uses a link more than once, and a feed's links are used by many. Whether a link holds now
/// is another question, which each use has to ask. Any thread.
final class VerifiedLinks: Sendable {
    /// What became of a link.
    struct Verdict: Sendable {
        let signer: SignedRequest
        let lifetime: LinkLifetime
    }

    private struct State {
        var recent: [[UInt8]: Verdict] = [:]
        var older: [[UInt8]: Verdict] = [:]
    }

    /// Two generations have this many links each at most.
    static let capacity = 512
    /// Longer requests are not remembered.
    private static let longest = 4_096

    private let state = Mutex(State())

    /// Nil for a link that is not known.
    func verdict(on request: Request) -> Verdict? {
        guard let signed = Self.signed(by: request) else { return nil }
        return state.withLock { state in
            if let verdict = state.recent[signed] { return verdict }
            guard let verdict = state.older[signed] else { return nil }
            Self.keep(verdict, signed, &state)
            return verdict
        }
    }

    /// Remembers a link, unless its signature covers more than links usually do.
    func keep(_ verdict: Verdict, _ signature: SignatureV4, for request: Request) {
        guard signature.place == .query, signature.signedFields.names == ["host"], let signed = Self.signed(by: request) else { return }
        state.withLock { Self.keep(verdict, signed, &$0) }
    }

    private static func keep(_ verdict: Verdict, _ signed: [UInt8], _ state: inout State) {
        if state.recent.count >= capacity {
            state.older = state.recent
            state.recent = [:]
        }
        state.recent[signed] = verdict
    }

    /// Everything that decides about a link that signs the Host and no other field: the bytes of the method, of the target as it was
    /// received, and of the Host.
    /// - Returns: nil for a request without a query, and for one with a field that matters besides.
    private static func signed(by request: Request) -> [UInt8]? {
        // The host of a target in absolute form is not signed.
        guard request.queryBytes != nil, request.targetAuthority == nil else { return nil }
        var bytes = Array(request.methodBytes)
        bytes.append(0)
        bytes += request.receivedTargetBytes
        for index in 0..<request.headerCount {
            let name = request.headerName(index)
            switch name.count {
            case 4 where ASCII.equalsIgnoringCase(name, "host".utf8):
                bytes.append(0)
                bytes += request.headerValue(index)
            case 13 where ASCII.equalsIgnoringCase(name, "authorization".utf8): return nil
            case 7... where ASCII.equalsIgnoringCase(name.prefix(6), "x-amz-".utf8): return nil
            default: break
            }
        }
        return bytes.count <= longest ? bytes : nil
    }
}
