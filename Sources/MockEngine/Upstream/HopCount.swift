internal import HTTPMessage

/// How often a request was sent on by servers of this kind: by stubs that proxy, and by webhooks. Requests to other servers carry the count
/// in a header field, so that a server that calls itself comes to an end.
enum HopCount {
    /// The field, in requests to other servers.
    static let fieldName = "X-Understudy-Hops"
    /// A request with this count is sent on no more.
    static let maximum = 16

    /// The count of a request; 0 without the field, and with one that is no number.
    static func of(_ request: Request) -> Int { max(0, request.headers.first(fieldName).flatMap { Int($0) } ?? 0) }

    /// Counts one more in a request that is sent because of another.
    /// - Returns: false when the other has the maximum; then nothing is changed.
    static func carry(in request: inout UpstreamRequest, after original: Request) -> Bool {
        let count = of(original)
        guard count < maximum else { return false }
        request.headers.remove(fieldName)
        request.headers.append(name: fieldName, value: String(count + 1))
        return true
    }

    /// Why a stub does not proxy a request.
    /// - Parameter source: what names the target, when it is that of the stub that `--proxy-all` makes.
    static func refusal(url: String, lastResort source: String? = nil) -> String {
        "The request was not sent to \(url), because it has passed through \(maximum) servers of this kind (\(fieldName)). "
            + (source.map { "Probably \($0) names this server itself. Change it." }
                ?? "Probably the stub proxies to its own server. Change its \"proxyBaseUrl\".")
    }

    /// Why the refusal of a server of this kind is not recorded; nil for any other response. A refusal carries the count, too.
    static func reasonNotToRecord(_ response: borrowing Response) -> String? {
        guard response.status == 500, response.headers.contains(fieldName) else { return nil }
        return "it has passed through \(maximum) servers of this kind. Probably the recorded URL is this server's own"
    }

    /// Why a webhook is not sent.
    static let webhookRefusal =
        "\(maximum) webhooks or proxies lead to it (\(fieldName)). Probably it calls its own stub. Change its \"url\""
}
