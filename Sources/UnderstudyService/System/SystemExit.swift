/// Exit codes from sysexits(3), which systemd names in its messages.
public enum SystemExit: Int32, Sendable, Error {
    /// A run with `--strict` or an exploration that is not clean.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// A fixture is wrong.
    case badFixtures = 65
    /// There is no such mocks folder.
    case noMocks = 66
    /// A port is taken, or an address is not available.
    case unavailable = 69
    /// A fault of the program's own.
    case software = 70
    /// A file cannot be written, e.g. the report.
    case cannotCreate = 73
    /// The result cannot be written to standard output.
    case inputOutput = 74
    /// Another user's service may not be called.
    case noPermission = 77
    /// A setting is wrong.
    case badConfiguration = 78
    /// The command of `understudy run` cannot be run.
    case commandNotExecutable = 126
    /// The command of `understudy run` does not exist.
    case commandNotFound = 127
}
