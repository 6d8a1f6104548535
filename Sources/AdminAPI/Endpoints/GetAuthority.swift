/// The certificate authority that the server has made, for clients to trust.
enum GetAuthority: AdminEndpoint {
    static let method = "GET"
    static let path = "/certs/understudy-ca.pem"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let authority = call.services.authority else {
            throw AdminError(
                status: 404, title: "This server has no certificate authority",
                detail: "It makes one when it is started with --https-port and without --https-certificate.")
        }
        return AdminReply(body: authority, contentType: "application/x-pem-file")
    }
}
