import Foundation
import JSONDocument
import MicroHTTPD
import TestSupport
import Testing

@testable import UnderstudyService

/// Ports and paths that a server cannot have, and how it says so.
@Suite(.timeLimit(.minutes(5))) struct ServerSocketsTests {
    private let folder: TemporaryFolder
    private var configuration = Configuration()

    init() throws {
        folder = try TemporaryFolder()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
    }

    private func open(_ configuration: Configuration) throws -> ServerSockets {
        let tls = try configuration.speaksTLS ? TLSSetup(configuration, ["STATE_DIRECTORY": folder.path]) : nil
        return try ServerSockets(configuration, tls, inherited: .init())
    }

    private func refusal(_ configuration: Configuration) throws -> String {
        try #require(#expect(throws: StartFailure.self) { try open(configuration) }).messages.joined(separator: "\n")
    }

    private static let withTLS = [
        ("--s3-port", "S3 listener (--s3-port)"), ("--https-port", "HTTP listener with TLS (--https-port)"),
        ("--s3-https-port", "S3 listener with TLS (--s3-https-port)"),
    ]

    @Test(arguments: withTLS) func aPortOfAnotherListenerOfTheServerNamesBoth(flag: String, listener: String) throws {
        var configuration = configuration
        configuration.port = try #require(open(configuration)[.http].first?.address.port)
        switch flag {
        case "--s3-port": configuration.s3Port = configuration.port
        case "--https-port": configuration.httpsPort = configuration.port
        default: configuration.s3HTTPSPort = configuration.port
        }
        let refusal = try refusal(configuration)
        let owner = "It is this server's HTTP listener (--port), and its"
        #expect(refusal.hasSuffix("\(owner) \(listener) cannot have the same port. Change --port or \(flag)."))
    }

    @Test func aPortOfAnotherServerNamesItsProgram() throws {
        let other = try open(configuration)
        var configuration = configuration
        configuration.port = try #require(other[.http].first?.address.port)
        let refusal = try refusal(configuration)
        #expect(refusal.contains("The port is taken by ") && refusal.contains(", pid \(getpid())"))
        #expect(refusal.hasSuffix("choose another port: --port N, or --port 0 for any free one."))
    }

    @Test func aPortThatAnotherServerHasNamesWhereAUnitSaysIt() throws {
        let other = try open(configuration)
        var configuration = configuration
        configuration.s3Port = try #require(other[.http].first?.address.port)
        configuration.isInUnit = true
        let end = "--s3-port N, or --s3-port 0 for any free one. "
        let unit = "A unit gets the port from its socket unit, or else from UNDERSTUDY_S3_PORT (systemctl edit)."
        #expect(try refusal(configuration).hasSuffix(end + unit))
    }

    @Test(arguments: [["0.0.0.0", "127.0.0.2"], ["127.0.0.2", "0.0.0.0"]])
    func anAddressThatContainsAnotherNamesBoth(hosts: [String]) throws {
        var configuration = configuration
        configuration.hosts = hosts
        #expect(try refusal(configuration).hasSuffix("0.0.0.0 contains 127.0.0.2. Leave one of them out."))
    }

    @Test func aSocketWithoutItsFolderNamesTheFolder() throws {
        var configuration = configuration
        configuration.adminSocket = "\(folder.path)/none/x.sock"
        let wrong = configuration
        let failure = #expect(throws: StartFailure.self) { try open(wrong) }
        #expect(failure?.exit == .cannotCreate)
        #expect(failure?.messages.first?.hasPrefix("--admin-socket: there is no folder \"\(folder.path)/none\"") == true)
    }

    @Test func aMissingFolderOfAListenersPathIsNamed() throws {
        var configuration = configuration
        configuration.hosts = ["unix:\(folder.path)/none/x"]
        let wrong = configuration
        let failure = #expect(throws: StartFailure.self) { try open(wrong) }
        #expect(failure?.exit == .cannotCreate)
        let none = "\(folder.path)/none"
        let told = "--host: there is no folder \"\(none)\" for the socket \"\(none)/x\". Make it, or choose another path."
        #expect(failure?.messages == [told])
    }

    @Test func aPathOfAnotherListenerOfTheServerNamesBoth() throws {
        var configuration = configuration
        configuration.hosts = ["unix:\(folder.path)/x", "unix:\(folder.path)/x.s3"]
        let s3 = try refusal(configuration)
        #expect(s3.contains("HTTP listener (--port), and its S3 listener (--s3-port) cannot have the same path. Change --host."))
        configuration.hosts = ["unix:\(folder.path)/x"]
        configuration.adminSocket = "\(folder.path)/x"
        let admin = try refusal(configuration)
        #expect(admin.hasSuffix("This server's HTTP listener (--port) has it. Choose another path with --admin-socket."))
    }

    @Test func everyListenerHasAPathOfItsOwn() throws {
        var configuration = configuration
        configuration.hosts = ["unix:\(folder.path)/x"]
        (configuration.httpsPort, configuration.s3HTTPSPort) = (0, 0)
        let sockets = try open(configuration)
        let paths = SocketName.allCases.flatMap { sockets[$0] }.map { "\($0.address)" }
        #expect(paths == ["x", "x.https", "x.s3", "x.s3-https"].map { "unix:\(folder.path)/\($0)" })
    }

    @Test func anAddressThatIsNamedTwiceIsOneSocket() throws {
        var configuration = configuration
        configuration.hosts = ["127.0.0.1", "localhost", "127.0.0.1"]
        #expect(try open(configuration)[.http].filter { $0.address.host == "127.0.0.1" }.count == 1)
    }

    /// The service manager holds the socket, so the setting changes nothing.
    @Test func anAddressThatAnInheritedSocketReplacesIsTold() throws {
        let bound = BoundAddress.tcp(host: "127.0.0.1", port: 8080)
        var configuration = configuration
        func told() -> [String] { configuration.unusedAddresses(of: .http, at: bound) }
        configuration.addressOrigins = ["port": .variable("UNDERSTUDY_PORT"), "host": .flag("host"), "s3-port": .flag("s3-port")]
        configuration.port = 8080
        #expect(told().isEmpty)
        configuration.port = 8081
        let end =
            "is not used for the HTTP listener (--port): the service manager passes its socket, 127.0.0.1:8080."
            + " Change the address in the socket's unit (systemctl edit)."
        #expect(told() == ["UNDERSTUDY_PORT \(end)"])
        configuration.hosts = ["127.0.0.9"]
        #expect(told() == ["--host \(end)", "UNDERSTUDY_PORT \(end)"])
        configuration.addressOrigins = ["port": .file("understudy.json", .start)]
        #expect(told().isEmpty)
    }

    @Test func anAdminSocketThatAnInheritedSocketReplacesIsTold() {
        var configuration = configuration
        configuration.addressOrigins = ["admin-socket": .variable("UNDERSTUDY_ADMIN_SOCKET")]
        configuration.adminSocket = "/run/understudy/admin.sock"
        #expect(configuration.unusedAddresses(of: .admin, at: .unix(path: "/run/understudy/admin.sock")).isEmpty)
        #expect(configuration.unusedAddresses(of: .admin, at: .unix(path: "/run/other.sock")).count == 1)
    }

    @Test(
        arguments: [(SettingOrigin.flag("admin-socket"), SystemExit.usage), (.variable("UNDERSTUDY_ADMIN_SOCKET"), .badConfiguration)]
            as [(SettingOrigin, SystemExit)])
    func theExitCodeOfAWrongAddressIsThatOfItsPlace(origin: SettingOrigin, exit: SystemExit) {
        var configuration = configuration
        configuration.adminSocket = folder.path
        configuration.addressOrigins["admin-socket"] = origin
        let wrong = configuration
        let failure = #expect(throws: StartFailure.self) { try open(wrong) }
        #expect(failure?.exit == exit)
    }
}
