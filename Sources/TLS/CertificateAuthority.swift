internal import CGnuTLS

/// A certificate authority for one machine, and the certificates that it issues (ECDSA P-256).
package struct CertificateAuthority: Sendable {
    /// Its own certificate and key. People trust the former; nobody else may read the latter.
    package var identity: TLSIdentity

    /// How long it is valid, in seconds: ten years.
    private static let lifetime: Int64 = 3_650 * 86_400
    /// How long what it issues is valid: Apple's systems accept at most 398 days.
    private static let issuedLifetime: Int64 = 397 * 86_400
    /// Issued certificates begin an hour early, for clients whose clock is behind.
    private static let leeway: Int64 = 3_600
    private static let room = 16 << 10

    package init(_ identity: TLSIdentity) { self.identity = identity }

    /// Makes a new one.
    /// - Parameters:
    ///   - machine: the machine's name, for the people who see the certificate.
    ///   - now: seconds since 1970.
    package init(machine: String, now: Int) throws(TLSError) {
        let named = machine.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        identity = try Self.make("CN=Understudy authority of \(named)", hosts: [], now, Self.lifetime, issuer: nil)
    }

    /// Issues a certificate for a server.
    /// - Parameter hosts: names, which may begin with `*.`, and numeric addresses; at least one.
    package func issue(for hosts: [String], now: Int) throws(TLSError) -> TLSIdentity {
        try Self.make("CN=Understudy", hosts: hosts, now, Self.issuedLifetime, issuer: identity)
    }

    private static func make(
        _ name: String, hosts: [String], _ now: Int, _ lifetime: Int64, issuer: TLSIdentity?
    ) throws(TLSError) -> TLSIdentity {
        let library = try TLSLibrary.shared()
        var certificate = [CChar](repeating: 0, count: room)
        var key = [CChar](repeating: 0, count: room)
        let list: [UInt8] = Array(hosts.map { Array($0.utf8) + [0] }.joined()) + [0]
        let (issuerChain, issuerKey) = ((issuer?.chain ?? []) + [0], (issuer?.key ?? []) + [0])
        let code = unsafe name.withCString { name in
            unsafe list.withUnsafeBytes { list in
                unsafe issuerChain.withUnsafeBytes { chain in
                    unsafe issuerKey.withUnsafeBytes { secret in
                        var wish = unsafe tls_wish()
                        unsafe wish.name = name
                        unsafe wish.from = Int64(now) - leeway
                        unsafe wish.until = Int64(now) + lifetime
                        unsafe wish.is_authority = issuer == nil ? 1 : 0
                        unsafe wish.hosts = list.baseAddress?.assumingMemoryBound(to: CChar.self)
                        unsafe wish.issuer = issuer == nil ? nil : chain.baseAddress?.assumingMemoryBound(to: CChar.self)
                        unsafe wish.issuer_key = issuer == nil ? nil : secret.baseAddress?.assumingMemoryBound(to: CChar.self)
                        return unsafe tls_make(library.table, &wish, &certificate, room - 1, &key, room - 1)
                    }
                }
            }
        }
        guard code == 0 else { throw TLSError("making a certificate: \(library.reason(code))") }
        func bytes(_ text: [CChar]) -> [UInt8] { text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } }
        return TLSIdentity(chain: bytes(certificate), key: bytes(key), chainName: "certificate", keyName: "key")
    }
}
