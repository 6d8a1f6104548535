internal import HTTPMessage

/// The icon that browsers request from every server by themselves. Without a stub or a file for it, the response is a 404 without a text,
/// and the request is not a miss, neither in the log nor for `run --strict`.
enum BrowserIcon {
    /// Whether a browser requests the icon, and not the app under test.
    static func isRequested(by request: Request) -> Bool {
        guard request.pathBytes.elementsEqual("/favicon.ico".utf8),
            request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8)
        else { return false }
        return request.firstHeader("Sec-Fetch-Dest") == "image" || request.firstHeader("User-Agent")?.hasPrefix("Mozilla/") == true
    }

    static let response = Response(status: 404)
}
