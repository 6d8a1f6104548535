internal import HTTPMessage

/// What the wire answers by itself: one sentence that says which limit, and how to change it.
struct StandardAnswers: Sendable {
    let connectionMemory: Int
    let settingNames: DaemonOptions.SettingNames

    init(_ options: DaemonOptions) {
        connectionMemory = options.connectionMemory
        settingNames = options.settingNames
    }

    func bodyTooLong(limit: Int) -> Response {
        .text(413, "The request body is longer than the limit of \(limit) bytes (\(settingNames.maximumBodyBytes)).\n")
    }

    static let transferCoding = Response.text(
        501, "The request's Transfer-Encoding is not understood: only \"chunked\" is.\n")

    static func unsendableStatus(_ status: Int) -> Response {
        .text(500, "The planned status \(status) cannot be sent: a final status lies between 200 and 999.\n")
    }

    static let missingHost = Response.text(400, "The Host header field is missing: HTTP/1.1 demands it.\n")
    static let repeatedHost = Response.text(400, "There is more than one Host header field: HTTP/1.1 allows one.\n")
    static let conflictingLengths = Response.text(400, "The Content-Length header fields contradict each other.\n")
    static let spaceInTarget = Response.text(400, "The request line is malformed: the target has a space in it.\n")

    // Raw ones: where the library takes no answer any more.

    static let headTimeout = raw(408, "The request's head was not complete in time.\n")
    static let bodyTimeout = raw(408, "No byte of the request's body came for too long.\n")

    func rawBodyTooLong(limit: Int) -> [UInt8] {
        Self.raw(413, "The request body is longer than the limit of \(limit) bytes (\(settingNames.maximumBodyBytes)).\n")
    }

    /// - Parameter hasTarget: whether the request line had been read.
    func raw(_ error: RequestError, hasTarget: Bool) -> [UInt8] {
        switch error {
        case .tooLong:
            Self.raw(
                hasTarget ? 431 : 414,
                "The \(hasTarget ? "header fields are" : "request line is") too long: the head of a request must fit into "
                    + "\(connectionMemory) bytes (\(settingNames.connectionMemory)).\n")
        case .contentLength: Self.raw(400, "The Content-Length header field is no number that can be served.\n")
        case .chunks: Self.raw(400, "The chunks of the request body are malformed.\n")
        case .malformed where !hasTarget:
            Self.raw(400, "The request line is malformed: expected METHOD SP TARGET SP HTTP/1.1, and no other spaces.\n")
        case .version: Self.raw(505, Self.page(error))
        case .malformed, .answered: Self.raw(400, Self.page(error))
        }
    }

    /// What the library sends itself.
    static func page(_ error: RequestError?) -> String {
        switch error {
        case .version: "The HTTP version is not supported: HTTP/1.0 and HTTP/1.1 are.\n"
        case nil: "The server cannot serve this connection any further.\n"
        default: "The request's head is malformed: after the request line come lines of the form NAME \":\" VALUE.\n"
        }
    }

    private static func raw(_ status: Int, _ text: String) -> [UInt8] {
        let phrase = ReasonPhrase.of(UInt32(status))
        return Array(
            """
            HTTP/1.1 \(status) \(phrase)\r\nConnection: close\r\nContent-Type: text/plain;charset=UTF-8\r\n\
            Content-Length: \(text.utf8.count)\r\n\r\n\(text)
            """.utf8)
    }
}

/// Why the library gives a request up.
enum RequestError: Equatable {
    case tooLong
    case contentLength
    case chunks
    case version
    case malformed
    /// The library has sent a page of ours.
    case answered

    /// From the library's own error page; nil for what is no fault of the client.
    init?(libraryText: String) {
        if libraryText.contains("too big") {
            self = .tooLong
        } else if libraryText.contains("Content-Length") {
            self = .contentLength
        } else if libraryText.contains("chunk") {
            self = .chunks
        } else if libraryText.contains("version") {
            self = .version
        } else if libraryText.contains("malformed") {
            self = .malformed
        } else {
            return nil
        }
    }
}
