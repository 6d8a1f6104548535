internal import AdminAPI
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
    /// How often it looks whether there is a new certificate, in seconds.
    private static let interval = 43_200

    private struct State: Sendable {
        /// The beginning of the certificate in use, in seconds since 1970.
        var from: Int
        /// The end of the certificate in use, in seconds since 1970.
        var until: Int
        /// The end of the last authority of clients, in seconds since 1970; nil when clients need no certificate.
        var clientsUntil: Int?
        /// Why the saved one is not in use; nil when it is.
        var failure: Problem?
    }

    private let configuration: Configuration
    /// Nil with a certificate of the user's.
    private let authority: LocalAuthority?
    private let state: Mutex<State>
    /// Seconds since 1970.
    private let clock: @Sendable () -> Int
    let relay: TLSRelay

    /// Nil when no listener speaks TLS.
    /// - Parameter manyEnded: called when many connections have ended.
    /// - Throws: `StartFailure` with 78 when a certificate or a key cannot be used or is missing, 73 when the authority cannot be kept.
    static func make(_ configuration: Configuration, manyEnded: @escaping @Sendable () -> Void) throws(StartFailure) -> TLSSetup? {
        guard configuration.speaksTLS else { return nil }
        return try TLSSetup(configuration, manyEnded: manyEnded)
    }

    /// Looks whether the user's certificate, key and authorities of clients can be used, without keeping anything. A reload's check does so
    /// too: the socket that makes the server speak TLS is not passed to it. One of certificate and key is enough where the other one may be
    /// a credential.
    /// - Throws: `StartFailure` as `make`.
    static func check(_ configuration: Configuration) throws(StartFailure) {
        if !configuration.mayMissCredentials { try checkPair(configuration) }
        guard configuration.httpsCertificate != nil || configuration.httpsClientCA != nil else { return }
        let now = SystemClock.seconds
        do throws(TLSError) {
            _ = try credentials(try identityToCheck(configuration, now: now), configuration, now: now)
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
    }

    /// The user's certificate and key. Without one of them it is another pair, so that the rest can be checked.
    private static func identityToCheck(_ configuration: Configuration, now: Int) throws(TLSError) -> TLSIdentity {
        if configuration.httpsCertificate != nil, configuration.httpsKey != nil { return try identity(of: configuration) }
        if let chain = configuration.httpsCertificate {
            let bytes = try read(chain, "https-certificate", configuration)
            _ = try TLSIdentity(chain: bytes, key: [], chainName: chain, keyName: "").validity()
        }
        return try CertificateAuthority(machine: "a check", now: now).identity
    }

    private static func checkPair(_ configuration: Configuration) throws(StartFailure) {
        let certificate = (setting: "https-certificate", path: "https.certificate", file: configuration.httpsCertificate)
        let key = (setting: "https-key", path: "https.key", file: configuration.httpsKey)
        for (given, missing) in [(certificate, key), (key, certificate)] {
            guard let file = given.file, missing.file == nil else { continue }
            if case .credential? = configuration.certificateOrigins[given.setting] {
                throw StartFailure(
                    [
                        "there is a credential \(given.setting), but no credential \(missing.setting). They belong together:"
                            + " pass both (LoadCredential=), or neither."
                    ], exit: .badConfiguration)
            }
            throw StartFailure(
                [
                    "--\(given.setting) (\(given.path)) is \"\(file)\", but there is no --\(missing.setting) (\(missing.path)). They belong"
                        + " together: give both, or neither."
                ], exit: .badConfiguration)
        }
    }

    /// - Parameters:
    ///   - clock: seconds since 1970.
    ///   - manyEnded: called when many connections have ended.
    init(
        _ configuration: Configuration, _ environment: Environment = .process,
        clock: @escaping @Sendable () -> Int = { SystemClock.seconds }, manyEnded: @escaping @Sendable () -> Void = {}
    ) throws(StartFailure) {
        self.configuration = configuration
        self.clock = clock
        try Self.checkPair(configuration)
        authority = configuration.httpsCertificate == nil ? try LocalAuthority(environment, now: clock()) : nil
        do throws(TLSError) {
            let (credentials, validity) = try Self.credentials(configuration, authority, now: clock())
            relay = try TLSRelay(credentials, manyEnded: manyEnded)
            state = Mutex(
                State(from: validity.from, until: validity.until, clientsUntil: credentials.clientAuthoritiesUntil))
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
    }

    /// Why there is another authority than before, for the log; nil if there is not.
    var notice: String? { authority?.notice }

    /// The authority's certificate in PEM; nil with a certificate of the user's.
    var authorityPEM: [UInt8]? { authority?.pem }

    /// The certificate in use, and what is wrong with it or with the saved one.
    var report: CertificateReport {
        let state = state.withLock { $0 }
        return CertificateReport(
            validUntil: Timestamp(milliseconds: Int64(state.until) * 1_000), problem: state.failure ?? invalidity(state))
    }

    private var source: String { configuration.httpsCertificate == nil ? "TLS" : "--https-certificate" }

    private func invalidity(_ state: State) -> Problem? {
        let now = clock()
        if let flaw = authority?.flaw(now: now) { return Problem(source: source, message: flaw.message, repair: flaw.repair) }
        if now < state.from {
            return Problem(
                source: source, message: "the certificate in use is not valid yet, and clients refuse it",
                repair: authority == nil ? "Is the machine's clock right? If so, save another one, and reload." : "Reload to get a new one."
            )
        }
        if now >= state.until {
            return Problem(
                source: source, message: "the certificate in use has expired, and clients refuse it",
                repair: "Save a new one, and reload.")
        }
        guard let end = state.clientsUntil, now >= end else { return nil }
        return Problem(
            source: "--https-client-ca", message: "every authority in it has expired, so no client is accepted",
            repair: "Save a newer one, and reload.")
    }

    /// Looks twice a day, and when the certificate in use ends, whether there is a new one, as long as the timer runs.
    func renew(by timer: SystemTimer, _ log: Logger) {
        guard timer.isOpen else { return }
        let left = state.withLock { $0.until } - clock()
        _ = timer.schedule(after: .seconds(left > 0 ? min(left, Self.interval) : Self.interval)) { [weak self] in
            guard let self, timer.isOpen else { return }
            if let problem = reload() ?? report.problem { log.error("\(problem)") }
            renew(by: timer, log)
        }
    }

    /// Reads the files again, or issues a new certificate if the one in use is about to end, or has not begun because the clock was ahead
    /// when it was issued. What cannot be used changes nothing.
    /// - Returns: what is wrong; nil if nothing is, also when there was nothing to renew.
    func reload() -> Problem? {
        let (inUse, now) = (state.withLock { $0 }, clock())
        let isFresh = authority != nil && inUse.from <= now && inUse.until - now > Self.leastValidity
        if isFresh && configuration.httpsClientCA == nil { return nil }
        do {
            let (credentials, validity) = try Self.credentials(configuration, authority, now: now)
            relay.use(credentials)
            state.withLock {
                $0 = State(from: validity.from, until: validity.until, clientsUntil: credentials.clientAuthoritiesUntil)
            }
            return nil
        } catch {
            let problem = Problem(source: source, message: "\(error) The certificate that was read last stays in use.")
            state.withLock { $0.failure = problem }
            return problem
        }
    }

    private static func credentials(
        _ configuration: Configuration, _ authority: LocalAuthority?, now: Int
    ) throws(TLSError) -> (TLSCredentials, validity: (from: Int, until: Int)) {
        let identity =
            if let authority { try authority.issue(for: hosts(configuration), now: now) } else { try identity(of: configuration) }
        return (try credentials(identity, configuration, now: now), try identity.validity())
    }

    /// The user's certificate and key.
    private static func identity(of configuration: Configuration) throws(TLSError) -> TLSIdentity {
        let (chain, key) = (configuration.httpsCertificate ?? "", configuration.httpsKey ?? "")
        return TLSIdentity(
            chain: try read(chain, "https-certificate", configuration), key: try read(key, "https-key", configuration),
            chainName: chain, keyName: key)
    }

    private static func credentials(
        _ identity: TLSIdentity, _ configuration: Configuration, now: Int
    ) throws(TLSError) -> TLSCredentials {
        let clients = configuration.httpsClientCA
        var authorities: [UInt8]?
        if let clients { authorities = try read(clients, "https-client-ca", configuration) }
        return try TLSCredentials(identity, clientAuthorities: authorities, clientAuthoritiesName: clients ?? "", now: now)
    }

    private static func read(_ path: String, _ setting: String, _ configuration: Configuration) throws(TLSError) -> [UInt8] {
        do throws(SystemCalls.Failure) { return try SystemCalls.contents(of: path, limit: largestFile) } catch {
            var name = "--\(setting)"
            if case .credential? = configuration.certificateOrigins[setting] { name = "credential \(setting)" }
            throw TLSError(reading: path, for: name, SystemCalls.reason(error.code))
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
