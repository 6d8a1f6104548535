internal import HTTPMessage

/// Responses of the wire itself: one sentence that names the limit and how to change it.
struct StandardResponses: Sendable {
    let connectionMemory: Int
    let maximumBodyBytes: Int
    let settingNames: DaemonOptions.SettingNames

    init(_ options: DaemonOptions) {
        connectionMemory = options.connectionMemory
        maximumBodyBytes = options.maximumBodyBytes
        settingNames = options.settingNames
    }

    func bodyTooLong(limit: Int) -> Response {
        .text(413, "The request body is longer than the limit of \(limit) bytes (\(settingNames.maximumBodyBytes)).\n")
    }

    static func unsendableStatus(_ status: Int) -> Response {
        .text(500, "The planned status \(status) cannot be sent: a final status lies between 200 and 999.\n")
    }

    /// - Parameter inLine: whether the request line alone is too long.
    func headTooLong(inLine: Bool) -> Response {
        .text(
            inLine ? 414 : 431,
            "The \(inLine ? "request line is" : "header fields are") too long: the head of a request must fit into "
                + "\(connectionMemory) bytes (\(settingNames.connectionMemory)).\n")
    }

    var responseHeadTooLong: Response {
        .text(
            500,
            "The response's header fields are too long: with the request's head they must fit into \(connectionMemory) bytes "
                + "(\(settingNames.connectionMemory)).\n")
    }

    // Raw ones, for when the library accepts no response any more.

    static let headTimeout = raw(408, "The request's head was not complete in time.\n")
    static let bodyNotKept = raw(500, "The request's body could not be kept; the log says why.\n")
    static let bodyTimeout = raw(408, "No byte of the request's body came for too long.\n")

    func rawBodyTooLong(limit: Int) -> LastResponse {
        Self.raw(413, "The request body is longer than the limit of \(limit) bytes (\(settingNames.maximumBodyBytes)).\n")
    }

    /// - Parameter hasTarget: whether the request line has been read.
    func raw(_ error: RequestError, hasTarget: Bool) -> LastResponse {
        switch error {
        case .headTooLong: Self.raw(headTooLong(inLine: !hasTarget))
        case .responseHeadTooLong: Self.raw(responseHeadTooLong)
        case .bodyTooLong: rawBodyTooLong(limit: maximumBodyBytes)
        case .contentLength: Self.raw(400, "The Content-Length header field is not a number that can be served.\n")
        case .chunks: Self.raw(400, "The chunks of the request body are malformed.\n")
        case .flaw(let flaw): Self.raw(flaw.response)
        case .line:
            Self.raw(400, "The request line is malformed: expected METHOD SP TARGET SP HTTP/1.1 (or HTTP/1.0), and no other spaces.\n")
        }
    }

    private static func raw(_ response: Response) -> LastResponse {
        guard case .bytes(let text) = response.body else { return raw(response.status, "") }
        return raw(response.status, String(decoding: text, as: UTF8.self))
    }

    private static func raw(_ status: Int, _ text: String) -> LastResponse { LastResponse(status: status, text: text) }
}

/// A response that is written to the descriptor and ends the connection.
struct LastResponse: Sendable {
    let status: Int
    /// The body, UTF-8.
    let text: String

    /// The bytes to send at that time.
    func bytes(at date: HTTPDate) -> [UInt8] {
        Array(
            """
            HTTP/1.1 \(status) \(ReasonPhrase.of(UInt32(status)))\r\nDate: \(date.text)\r\nConnection: close\r\n\
            Content-Type: text/plain;charset=UTF-8\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)
            """.utf8)
    }
}

/// Why the library gives up on a request.
enum RequestError {
    case headTooLong
    case responseHeadTooLong
    case bodyTooLong
    case contentLength
    case chunks
    case flaw(HeadFlaw)
    case line

    /// The cause for the responder; nil when the request is not at fault.
    /// - Parameter hasTarget: whether the request line has been read.
    func cause(hasTarget: Bool) -> WireRefusal.Cause? {
        switch self {
        case .headTooLong: hasTarget ? .headTooLong : .targetTooLong
        case .bodyTooLong: .bodyTooLong
        case .contentLength, .chunks, .line: .malformed
        case .flaw(let flaw): flaw.cause
        case .responseHeadTooLong: nil
        }
    }
}
