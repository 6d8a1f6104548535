internal import HTTPMessage
internal import SystemCalls

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

    var tooManyItems: Response {
        .text(
            431,
            "The request has too many query items, header fields and cookies: with 64 bytes more for each, its head must fit into "
                + "\(LibraryHooks.memoryWithNotes(forHeads: connectionMemory)) bytes, eight times \(settingNames.connectionMemory).\n")
    }

    static var responseHeadTooLong: Response {
        .text(
            500,
            "The response was not sent, because its header fields are too long: \(LibraryHooks.longestResponseFields) bytes is the most. "
                + "Make them shorter, or fewer.\n")
    }

    var chunkExtensionTooLong: Response {
        .text(
            400,
            "A chunk of the request body has an extension that is longer than the head of a request may be: \(connectionMemory) bytes "
                + "(\(settingNames.connectionMemory)).\n")
    }

    static let plainRequest = Response.text(400, "This port speaks TLS: the URL must begin with https://.\n")
    static let headTimeout = Response.text(408, "The request's head was not complete in time.\n")
    static let bodyTimeout = Response.text(408, "The request's body did not come in time.\n")

    static func bodyNotKept(_ error: WireError) -> Response {
        guard SystemCalls.isOutOfDescriptors(error.systemError) else {
            return .text(500, "The request's body could not be kept; the log says why.\n")
        }
        return .text(
            503, "No descriptor is left for a long request body: raise the limit (ulimit -n), or lower --max-connections.\n",
            headers: [("Retry-After", "1")])
    }

    func response(to error: RequestError) -> Response {
        switch error {
        case .lineTooLong: headTooLong(inLine: true)
        case .headTooLong: headTooLong(inLine: false)
        case .tooManyItems: tooManyItems
        case .bodyTooLong: bodyTooLong(limit: maximumBodyBytes)
        case .contentLength: .text(400, "The Content-Length header field is not a number that can be served.\n")
        case .chunks: .text(400, "The chunks of the request body are malformed.\n")
        case .flaw(let flaw): flaw.response
        case .version: .text(505, "The HTTP version of the request is not known here: only HTTP/1.1 and HTTP/1.0 are.\n")
        case .line:
            .text(400, "The request line is malformed: expected METHOD SP TARGET SP HTTP/1.1 (or HTTP/1.0), and no other spaces.\n")
        }
    }
}
