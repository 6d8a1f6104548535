import Foundation
import JSONDocument
import Logging
import Synchronization
import TLS
import TestSupport
import Testing

@testable import AdminAPI
@testable import UnderstudyService

/// What becomes of the certificate while the server runs.
@Suite(.timeLimit(.minutes(5))) struct TLSSetupTests {
    private final class Clock: Sendable {
        private let seconds = Mutex(Int(Date().timeIntervalSince1970))
        var now: Int { seconds.withLock { $0 } }
        func add(days: Int) { seconds.withLock { $0 += days * 86_400 } }
    }

    private let folder: TemporaryFolder
    private let clock = Clock()

    init() throws { folder = try TemporaryFolder() }

    private func setup(_ configuration: Configuration) throws -> TLSSetup {
        var configuration = configuration
        configuration.httpsPort = 0
        return try TLSSetup(configuration, ["STATE_DIRECTORY": folder.path]) { [clock] in clock.now }
    }

    private var certificate: String { folder.path + "/cert.pem" }

    private func save(_ identity: TLSIdentity) throws {
        try folder.write("cert.pem", identity.chain)
        try folder.write("key.pem", identity.key)
    }

    private func named() throws -> Configuration {
        var configuration = Configuration()
        configuration.httpsCertificate = certificate
        configuration.httpsKey = folder.path + "/key.pem"
        return configuration
    }

    @Test func settingsOfTLSWithoutAListenerNameTheirPlaces() {
        var configuration = Configuration()
        (configuration.httpsCertificate, configuration.httpsKey, configuration.httpsClientCA) = ("a.pem", "b.pem", "c.pem")
        configuration.certificateOrigins = [
            "https-certificate": .file("mocks/understudy.json", .start), "https-key": .variable("UNDERSTUDY_HTTPS_KEY"),
        ]
        let useless =
            "https-certificate in mocks/understudy.json:1:1, UNDERSTUDY_HTTPS_KEY, --https-client-ca: no effect, because"
            + " no listener speaks TLS. Add --https-port N."
        #expect(Service.warnings(about: nil, configuration) == [useless])
        configuration.isInUnit = true
        let unit = " In a unit, enable understudy-https.socket or set UNDERSTUDY_HTTPS_PORT."
        #expect(Service.warnings(about: nil, configuration) == [useless + unit])
        configuration.httpsPort = 0
        #expect(Service.warnings(about: nil, configuration) == [])
    }

    @Test func anIssuedCertificateIsRenewedAMonthBeforeItEnds() throws {
        let setup = try setup(Configuration())
        let first = setup.report
        #expect(first.problem == nil)
        clock.add(days: 300)
        #expect(setup.reload() == nil)
        #expect(setup.report.validUntil == first.validUntil, "it has months to go")
        clock.add(days: 80)
        #expect(setup.reload() == nil)
        #expect(setup.report.validUntil > first.validUntil)
        #expect(setup.report.problem == nil)
    }

    /// A machine may start with a clock that is behind. Clients trust the authority that is there.
    @Test func anAuthorityThatIsNotValidYetStays() throws {
        _ = try setup(Configuration())
        func files() throws -> [Data] {
            try ["ca.pem", "ca-key.pem"].map { try Data(contentsOf: URL(filePath: folder.path + "/" + $0)) }
        }
        let made = try files()
        clock.add(days: -2)
        let failure = #expect(throws: StartFailure.self) { try setup(Configuration()) }
        #expect(failure?.exit == .badConfiguration)
        let told = "\(folder.path)/ca.pem: the certificate is not valid yet. Is the machine's clock right?"
        let repair = "delete \(folder.path)/ca.pem and \(folder.path)/ca-key.pem, and start again."
        #expect(failure?.messages == ["\(told) If it is, it was ahead when the authority was made: \(repair)"])
        #expect(try files() == made)
        clock.add(days: 2)
        #expect(try setup(Configuration()).notice == nil)
        #expect(try files() == made)
        clock.add(days: 20 * 365)
        #expect(try setup(Configuration()).notice?.contains("There is a new certificate authority now.") == true)
        #expect(try files() != made, "one that has expired is replaced")
    }

    /// The clock was ahead for a while, and the certificate was renewed meanwhile.
    @Test func anIssuedCertificateThatIsNotValidYetIsReplaced() throws {
        let setup = try setup(Configuration())
        clock.add(days: 400)
        #expect(setup.reload() == nil)
        #expect(setup.report.problem == nil)
        let ahead = setup.report
        clock.add(days: -400)
        #expect(setup.report.problem?.message == "the certificate in use is not valid yet, and clients refuse it")
        #expect(setup.report.json["state"]?.string != "current")
        #expect(setup.reload() == nil)
        #expect(setup.report.problem == nil)
        #expect(setup.report.validUntil < ahead.validUntil)
    }

    /// The clock was ahead when the server started for the first time.
    @Test func anAuthorityThatIsNotValidYetIsTold() throws {
        clock.add(days: 400)
        let setup = try setup(Configuration())
        #expect(setup.report.problem == nil)
        clock.add(days: -400)
        #expect(setup.reload() == nil)
        let problem = try #require(setup.report.problem)
        #expect(problem.message == "the certificate authority is not valid yet, and clients refuse what it issues")
        #expect(problem.repair?.contains("delete \(folder.path)/ca.pem and ") == true)
    }

    /// A new one is not issued in the place of the user's.
    @Test func aCertificateOfTheUserThatIsNotValidYetIsTold() throws {
        clock.add(days: 400)
        try save(CertificateAuthority(machine: "m", now: clock.now).issue(for: ["localhost"], now: clock.now))
        let setup = try setup(named())
        clock.add(days: -400)
        #expect(setup.report.problem?.message == "the certificate in use is not valid yet, and clients refuse it")
        #expect(setup.reload()?.message.contains("the certificate is not valid yet.") == true)
    }

    @Test func aBrokenReplacementIsTold() throws {
        let authority = try CertificateAuthority(machine: "m", now: clock.now)
        try save(authority.issue(for: ["localhost"], now: clock.now))
        let setup = try setup(named())
        let first = setup.report
        try folder.write("cert.pem", "no certificate")
        let problem = try #require(setup.reload())
        #expect(problem.description.hasPrefix("--https-certificate: \(certificate): there is no certificate in it ("))
        #expect(problem.description.hasSuffix("The certificate that was read last stays in use."))
        #expect(setup.report.problem == problem)
        #expect(setup.report.validUntil == first.validUntil)
        #expect(setup.report.json["state"]?.string == "stale")
        clock.add(days: 1)
        try save(authority.issue(for: ["localhost"], now: clock.now))
        #expect(setup.reload() == nil)
        #expect(setup.report.problem == nil)
        #expect(setup.report.json["state"]?.string == "current")
        #expect(setup.report.validUntil > first.validUntil)
    }

    @Test func aCertificateThatExpiresInUseIsTold() throws {
        try save(CertificateAuthority(machine: "m", now: clock.now).issue(for: ["localhost"], now: clock.now))
        let setup = try setup(named())
        clock.add(days: 398)
        #expect(setup.report.problem?.message == "the certificate in use has expired, and clients refuse it")
        #expect(setup.reload()?.message.contains("the certificate has expired") == true)
    }

    /// The check of a reload gets no socket, so that nothing says that the server speaks TLS.
    @Test func aCheckSeesTheCertificateWithoutAListener() throws {
        try save(CertificateAuthority(machine: "m", now: clock.now).issue(for: ["localhost"], now: clock.now))
        try TLSSetup.check(named())
        var configuration = try named()
        configuration.httpsClientCA = certificate
        try TLSSetup.check(configuration)
        try folder.write("cert.pem", "no certificate")
        let failure = #expect(throws: StartFailure.self) { try TLSSetup.check(named()) }
        #expect(failure?.exit == .badConfiguration)
        #expect(failure?.messages.first?.hasPrefix("\(certificate): there is no certificate in it (") == true)
        var clients = Configuration()
        clients.httpsClientCA = certificate
        #expect(throws: StartFailure.self) { try TLSSetup.check(clients) }
        try TLSSetup.check(Configuration())
    }

    @Test func aMissingCredentialIsNamed() throws {
        try folder.write("credentials/https-certificate", "")
        var layer = SettingLayer(credentialsIn: folder.path + "/credentials")
        #expect(layer.values["https-certificate"] != nil && layer.values["https-key"] == nil)
        var configuration = Configuration()
        configuration.httpsCertificate = layer.values.removeValue(forKey: "https-certificate")?.texts.first
        configuration.certificateOrigins["https-certificate"] = .credential("https-certificate")
        let failure = #expect(throws: StartFailure.self) { try TLSSetup.check(configuration) }
        #expect(
            failure?.messages == [
                "there is a credential https-certificate, but no credential https-key. They belong together: pass both (LoadCredential=), "
                    + "or neither."
            ])
        configuration.httpsKey = folder.path + "/credentials/https-key"
        configuration.certificateOrigins["https-key"] = .credential("https-key")
        let unread = #expect(throws: StartFailure.self) { try TLSSetup.check(configuration) }
        #expect(unread?.messages.first?.contains("(credential https-key)") == true)
    }

    @Test func aCheckTakesOneOfAPairWhereTheOtherMayBeACredential() throws {
        try save(CertificateAuthority(machine: "m", now: clock.now).issue(for: ["localhost"], now: clock.now))
        var configuration = try named()
        configuration.httpsKey = nil
        #expect(throws: StartFailure.self) { try TLSSetup.check(configuration) }
        configuration.mayMissCredentials = true
        try TLSSetup.check(configuration)
        #expect(throws: StartFailure.self) { try setup(configuration) }
        try folder.write("cert.pem", "no certificate")
        let failure = #expect(throws: StartFailure.self) { try TLSSetup.check(configuration) }
        #expect(failure?.messages.first?.contains("there is no certificate in it") == true)
        configuration = try named()
        configuration.httpsCertificate = nil
        configuration.mayMissCredentials = true
        try TLSSetup.check(configuration)
    }

    /// The service manager's socket is the wish: no setting is needed.
    @Test func anInheritedSocketSpeaksTLS() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try #require(status == 0 && listen(descriptor, 8) == 0)
        var inherited = InheritedSockets()
        inherited.sockets = [(descriptor, "https")]
        #expect(inherited.unknownNames.isEmpty && inherited.wantTLS)
        try save(CertificateAuthority(machine: "m", now: clock.now).issue(for: ["localhost"], now: clock.now))
        var configuration = try named()
        configuration.port = 0
        configuration.servesS3 = false
        configuration.inheritsTLS = inherited.wantTLS
        let service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let endpoints = try service.start(inherited: inherited)
        defer { service.stop() }
        #expect(endpoints.https?.hasPrefix("https://127.0.0.1:") == true)
        #expect(endpoints.http.hasPrefix("http://127.0.0.1:"))
    }
}
