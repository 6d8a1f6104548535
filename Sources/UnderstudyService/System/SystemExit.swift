/// Exit codes from sysexits(3), which systemd names in its messages.
public enum SystemExit: Int32, Sendable, Error {
    case failure = 1
    case usage = 64
    /// A fixture is wrong.
    case badFixtures = 65
    /// There is no such mocks folder.
    case noMocks = 66
    /// A port is taken, or an address is not available.
    case unavailable = 69
    case software = 70
    case cannotCreate = 73
    case badConfiguration = 78
    case commandNotExecutable = 126
    case commandNotFound = 127
}
