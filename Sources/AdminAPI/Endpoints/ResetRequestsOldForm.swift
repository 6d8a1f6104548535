/// The older form of `DELETE /requests`, which the Python client calls; WireMock 3 has dropped it.
enum ResetRequestsOldForm: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try ResetRequests.respond(call)
    }
}
