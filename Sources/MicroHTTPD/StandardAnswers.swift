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

    static let badRequestLine = raw(
        "400 Bad Request", "The request line is malformed: expected METHOD SP TARGET SP HTTP/1.1, no other spaces.\n")

    static let headTimeout = raw("408 Request Timeout", "The request's head was not complete in time.\n")
    static let bodyTimeout = raw("408 Request Timeout", "No byte of the request's body came for too long.\n")

    func rawBodyTooLong(limit: Int) -> [UInt8] {
        Self.raw(
            "413 Content Too Large",
            "The request body is longer than the limit of \(limit) bytes (\(settingNames.maximumBodyBytes)).\n")
    }

    /// In place of the library's own error page, which is HTML and names no setting.
    func text(inPlaceOf libraryText: String) -> String {
        if libraryText.contains("too big") {
            return "The request line or the header fields are too long: together they must fit into "
                + "\(connectionMemory) bytes (\(settingNames.connectionMemory)).\n"
        }
        if libraryText.contains("&quot;Host") { return "The Host header field is missing: HTTP/1.1 demands it.\n" }
        if libraryText.contains("Content-Length") { return "The Content-Length header field is no number that can be served.\n" }
        if libraryText.contains("chunk") { return "The chunks of the request body are malformed.\n" }
        if libraryText.contains("HTTP version") || libraryText.contains("HTTP protocol version") {
            return "The HTTP version is not supported: HTTP/1.0 and HTTP/1.1 are.\n"
        }
        if libraryText.isEmpty { return "The server ran out of memory for this connection.\n" }
        return "The request is malformed.\n"
    }

    private static func raw(_ status: String, _ text: String) -> [UInt8] {
        Array(
            """
            HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Type: text/plain;charset=UTF-8\r\n\
            Content-Length: \(text.utf8.count)\r\n\r\n\(text)
            """.utf8)
    }
}
