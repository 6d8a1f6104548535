internal import HTTPMessage

/// Why the library gives up on a request.
enum RequestError {
    case headTooLong
    /// The head has more query items, header fields and cookies than the library has memory for.
    case tooManyItems
    case bodyTooLong
    case contentLength
    case chunks
    case flaw(HeadFlaw)
    /// Another major version than 1.
    case version
    case line

    /// The cause for the responder.
    /// - Parameter hasTarget: whether the request line has been read.
    func cause(hasTarget: Bool) -> WireRefusal.Cause {
        switch self {
        case .headTooLong: hasTarget ? .headTooLong : .targetTooLong
        case .tooManyItems: .headTooLong
        case .bodyTooLong: .bodyTooLong
        case .contentLength, .chunks, .line: .malformed
        case .flaw(let flaw): flaw.cause
        case .version: .unknownVersion
        }
    }
}
