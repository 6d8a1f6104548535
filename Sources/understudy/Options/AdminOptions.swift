internal import ArgumentParser

/// Who may use the admin API.
struct AdminOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A further host name under which the admin API may be called; may be repeated.", valueName: "name"))
    var allowedHost: [String] = []
    @Option(help: ArgumentHelp("An origin whose pages may call the admin API; may be repeated.", valueName: "origin"))
    var adminCors: [String] = []
    @Option(
        help: ArgumentHelp("File with the token that the admin API asks for, on the loopback, too.", valueName: "file"),
        completion: .file())
    var adminTokenFile: String?
    @Option(help: ArgumentHelp("Required for every call of the admin API.", valueName: "user:password"))
    var adminApiBasicAuth: String?
    @Option(help: ArgumentHelp("Unix socket for the admin API alone.", valueName: "path"), completion: .file())
    var adminSocket: String?
    @Flag(help: "Let POST /__admin/shutdown end the server.")
    var adminShutdown = false

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("allowed-host", allowedHost),
            GivenFlag("admin-cors", adminCors),
            GivenFlag("admin-token-file", adminTokenFile),
            GivenFlag("admin-api-basic-auth", adminApiBasicAuth),
            GivenFlag("admin-socket", adminSocket),
            GivenFlag("admin-shutdown", adminShutdown),
        ]
    }
}
