/// Reads the fixtures again, as SIGHUP does, checks files and objects, and tells all problems. Stubs that the admin API has added stay.
enum ReloadFixtures: AdminEndpoint {
    static let method = "POST"
    static let path = "/reload"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Reloading")
        guard let reload = call.services.reload?() else {
            throw AdminError(status: 404, title: "This server has no folder to read again", detail: "Start it with a folder of mocks.")
        }
        return .json(reload.json, status: reload.hasProblems ? 422 : 200)
    }
}
