/// The numbers of the whole server, in the text form of Prometheus.
enum GetMetrics: AdminEndpoint {
    static let method = "GET"
    static let path = "/metrics"
    static let isQuick = true
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let metrics = call.services.metrics else {
            throw AdminError(status: 404, title: "This server has no metrics", detail: "understudy serve has them.")
        }
        return AdminReply(body: Array(metrics().utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
}
