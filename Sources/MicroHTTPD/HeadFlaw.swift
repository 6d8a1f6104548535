internal import HTTPMessage

/// Why a request is refused after its head although the library accepts it: another server on the path could interpret it differently (RFC
/// 9112, sections 3.2, 5 and 6).
enum HeadFlaw {
    case method
    case target
    case targetForm
    case targetHost
    case line
    case field
    case missingHost
    case repeatedHost
    case host
    case contradictoryLengths
    case lengthAndCoding
    /// HTTP/1.0 has no transfer codings.
    case codingTooEarly
    case unknownCoding

    var response: Response { .text(self == .unknownCoding ? 501 : 400, text + "\n") }

    /// The cause for the responder.
    var cause: WireRefusal.Cause {
        switch self {
        case .unknownCoding: .unknownTransferCoding
        case .target, .targetForm, .targetHost: .malformedTarget
        default: .malformed
        }
    }

    private var text: String {
        switch self {
        case .method: "The request line is malformed: the method has a character that no method has."
        case .target: "The request line is malformed: the target has a space or a control character in it."
        case .targetForm: "The request line is malformed: its target is neither a path, which begins with a slash, nor an absolute URL."
        case .targetHost:
            "The request line is malformed: the host of its URL is neither a name nor an address, with or without a port."
        case .line:
            "The request line is malformed: expected METHOD SP TARGET SP HTTP/1.1 (or HTTP/1.0), without a NUL or other spaces."
        case .field:
            "A header field is malformed: it is a line of the form NAME \":\" VALUE. A name has letters, digits and a few signs, its "
                + "colon follows at once, and a value has no NUL and CR in it."
        case .missingHost: "The Host header field is missing: HTTP/1.1 demands it."
        case .repeatedHost: "There is more than one Host header field: HTTP/1.1 allows one."
        case .host: "The Host header field is neither a name nor an address, with or without a port."
        case .contradictoryLengths:
            "The Content-Length header field is not a number, or there are several, and they contradict each other."
        case .lengthAndCoding:
            "The request has both Content-Length and Transfer-Encoding: where its body ends would be a matter of opinion."
        case .codingTooEarly: "The request has Transfer-Encoding, which HTTP/1.0 does not know."
        case .unknownCoding: "The request's Transfer-Encoding is not understood: only \"chunked\" is."
        }
    }
}
