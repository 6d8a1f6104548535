internal import HTTPMessage

/// Why the library gives up on a request.
enum RequestError {
    case lineTooLong
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
    var cause: WireRefusal.Cause {
        switch self {
        case .lineTooLong: .targetTooLong
        case .headTooLong, .tooManyItems: .headTooLong
        case .bodyTooLong: .bodyTooLong
        case .contentLength, .chunks, .line: .malformed
        case .flaw(let flaw): flaw.cause
        case .version: .unknownVersion
        }
    }
}
