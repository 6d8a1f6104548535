internal import ArgumentParser

/// Sessions: many tests on one server.
struct SessionOptions: ParsableArguments {
    @Flag(help: "Refuse requests that name no session.")
    var sessionsOnly = false
    @Option(help: ArgumentHelp("Sessions at once; 503 beyond. (default: 10000)", valueName: "number"))
    var maxSessions: String?
    @Option(help: ArgumentHelp("Ports of all sessions together; 503 beyond. (default: 2000)", valueName: "number"))
    var maxSessionPorts: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("sessions-only", sessionsOnly),
            GivenFlag("max-sessions", maxSessions),
            GivenFlag("max-session-ports", maxSessionPorts),
        ]
    }
}
