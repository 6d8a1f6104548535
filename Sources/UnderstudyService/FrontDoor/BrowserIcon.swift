internal import HTTPMessage

/// The icon that browsers request from every server on their own. Without a stub or a file for it, the request is no miss: it gets a 404
/// without a text, is not in the log as a miss, and does not fail `run --strict`.
enum BrowserIcon {
    /// Whether a browser, and not the app under test, requests the icon.
    static func isRequested(by request: Request) -> Bool {
        guard request.pathBytes.elementsEqual("/favicon.ico".utf8),
            request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8)
        else { return false }
        return request.firstHeader("Sec-Fetch-Dest") == "image" || request.firstHeader("User-Agent")?.hasPrefix("Mozilla/") == true
    }

    static let response = Response(status: 404)
}
