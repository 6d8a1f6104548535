internal import HTTPMessage
internal import JSONDocument
internal import Logging
internal import MicroHTTPD
internal import MockEngine
internal import Synchronization
internal import SystemCalls
internal import TLS

/// What the listeners need to speak TLS: certificates of the user's, or of the local authority, and the relay. Any thread.
final class TLSSetup: Sendable {
    private static let largestFile = 1 << 20
    /// An issued certificate that is valid for less is replaced, in seconds.
    private static let leastValidity = 30 * 86_400

    private let configuration: Configuration
    /// Nil with a certificate of the user's.
    private let authority: LocalAuthority?
    private let until: Mutex<Int>
    let relay: TLSRelay

    /// Nil when no listener speaks TLS.
    /// - Throws: `StartFailure` with 78 when a certificate or a key cannot be used, 66 when a file is missing.
    static func make(_ configuration: Configuration) throws(StartFailure) -> TLSSetup? {
        guard configuration.httpsPort != nil || configuration.s3HTTPSPort != nil else { return nil }
        return try TLSSetup(configuration)
    }

    private init(_ configuration: Configuration) throws(StartFailure) {
        self.configuration = configuration
        if (configuration.httpsCertificate == nil) != (configuration.httpsKey == nil) {
            throw StartFailure(["--https-certificate and --https-key belong together: give both, or neither."], exit: .badConfiguration)
        }
        authority = configuration.httpsCertificate == nil ? try LocalAuthority() : nil
        do throws(TLSError) {
            let (credentials, end) = try Self.credentials(configuration, authority)
            relay = try TLSRelay(credentials)
            until = Mutex(end)
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
    }

    /// The authority's certificate in PEM; nil with a certificate of the user's.
    var authorityPEM: [UInt8]? { authority?.pem }

    /// The sockets on which a listener speaks TLS; none without a port.
    /// - Throws: `StartFailure` as `Configuration.openSockets`; 78 for an inherited socket while TLS is off.
    static func sockets(
        _ name: ListenerName, of setup: TLSSetup?, port: Int?, inherited: InheritedSockets = .init()
    ) throws(StartFailure) -> [ListeningSocket] {
        guard let setup, let port else {
            guard inherited.sockets.contains(where: { $0.name == ListenerName.https.rawValue }) else { return [] }
            throw StartFailure(
                ["Taking inherited sockets — name \"https\": TLS is off. Switch it on with --https-port."], exit: .badConfiguration)
        }
        let sockets = try setup.configuration.openSockets(name, port: port, inherited: inherited)
        for socket in sockets { socket.speakTLS(setup.relay) }
        return sockets
    }

    /// Looks twice a day whether the certificate ends soon, as long as the timer runs.
    func renew(by timer: SystemTimer, _ log: Logger) {
        guard timer.isOpen else { return }
        _ = timer.schedule(after: .seconds(43_200)) { [weak self] in
            guard timer.isOpen else { return }
            if let problem = self?.reload() { log.error("\(problem)") }
            self?.renew(by: timer, log)
        }
    }

    /// Reads the files again, or issues a new certificate if the one in use is about to end. What cannot be used changes nothing.
    /// - Returns: what is wrong; nil when the new certificate is in use.
    func reload() -> Problem? {
        let now = Int(SystemClock().now.milliseconds / 1_000)
        if authority != nil, until.withLock({ $0 }) - now > Self.leastValidity { return nil }
        do {
            let (credentials, end) = try Self.credentials(configuration, authority)
            relay.use(credentials)
            until.withLock { $0 = end }
            return nil
        } catch {
            return Problem(
                source: configuration.httpsCertificate ?? "TLS", message: "\(error) The certificate that was read last stays in use.")
        }
    }

    private static func credentials(
        _ configuration: Configuration, _ authority: LocalAuthority?
    ) throws(TLSError) -> (TLSCredentials, until: Int) {
        let identity: TLSIdentity
        if let authority {
            identity = try authority.issue(for: hosts(configuration))
        } else {
            let (chain, key) = (configuration.httpsCertificate ?? "", configuration.httpsKey ?? "")
            identity = TLSIdentity(
                chain: try read(chain, "--https-certificate"), key: try read(key, "--https-key"), chainName: chain, keyName: key)
        }
        let clients = configuration.httpsClientCA
        var authorities: [UInt8]?
        if let clients { authorities = try read(clients, "--https-client-ca") }
        let credentials = try TLSCredentials(
            identity, clientAuthorities: authorities, clientAuthoritiesName: clients ?? "",
            now: Int(SystemClock().now.milliseconds / 1_000))
        return (credentials, try identity.validity().until)
    }

    private static func read(_ path: String, _ setting: String) throws(TLSError) -> [UInt8] {
        do throws(SystemCalls.Failure) { return try SystemCalls.contents(of: path, limit: largestFile) } catch {
            throw TLSError(reading: path, for: setting, SystemCalls.reason(error.code))
        }
    }

    /// The hosts of an issued certificate: this machine's own names and addresses, and those that the settings name.
    private static func hosts(_ configuration: Configuration) -> [String] {
        var hosts = ["localhost", "*.localhost", "127.0.0.1", "::1"]
        let named = configuration.hosts.filter { !$0.hasPrefix("unix:") && $0 != "0.0.0.0" && $0 != "::" }.map(ListenAddress.literal)
        let bases = configuration.s3BaseDomains.flatMap { [$0, "*.\($0)"] }
        for host in named + configuration.allowedHosts + bases + [Configuration.machineName].compactMap({ $0 })
        where !hosts.contains(host) {
            hosts.append(host)
        }
        return hosts
    }
}
