internal import CGnuTLS

/// What a listener needs to speak TLS: a checked identity, and whose certificates clients must have. Immutable. Any thread.
@safe package final class TLSCredentials: @unchecked Sendable {
    // Unchecked: GnuTLS only reads credentials that are in use.
    let library: TLSLibrary
    let handle: gnutls_certificate_credentials_t
    /// Whether a client must have a certificate.
    let asksClient: Bool
    /// When the last of the clients' authorities ends, in seconds since 1970; nil without them.
    package let clientAuthoritiesUntil: Int?

    /// - Parameters:
    ///   - clientAuthorities: certificates in PEM; a client must have one that these issued. Nil asks for none.
    ///   - clientAuthoritiesName: the file, for messages.
    ///   - now: seconds since 1970.
    /// - Throws: when the certificate is not valid now, all authorities of clients have expired, the key is another's, or a text is not
    ///   what it should be.
    package init(
        _ identity: TLSIdentity, clientAuthorities: [UInt8]? = nil, clientAuthoritiesName: String = "", now: Int
    ) throws(TLSError) {
        library = try TLSLibrary.shared()
        asksClient = clientAuthorities != nil
        let (from, until) = try identity.validity()
        if now >= until { throw TLSError("\(identity.chainName): the certificate has expired. Renew it, or name another one.") }
        if now < from { throw TLSError("\(identity.chainName): the certificate is not valid yet. Is the machine's clock right?") }
        var made: gnutls_certificate_credentials_t?
        var part: Int32 = 0
        var end: Int64 = 0
        let table = unsafe library.table
        let authorities = clientAuthorities ?? []
        let code = unsafe identity.chain.withUnsafeBytes { chain in
            unsafe identity.key.withUnsafeBytes { key in
                unsafe authorities.withUnsafeBytes { authorities in
                    unsafe tls_credentials(
                        table, &made, chain.baseAddress, UInt32(chain.count), key.baseAddress, UInt32(key.count),
                        clientAuthorities == nil ? nil : authorities.baseAddress ?? key.baseAddress, UInt32(authorities.count), &part,
                        &end)
                }
            }
        }
        guard code == 0, let made = unsafe made else {
            let reason = library.reason(code)
            if part == 1 { throw TLSError("\(clientAuthoritiesName): there is no certificate in it (\(reason)). It must be PEM.") }
            if tls_is_key_of_another(code) != 0 {
                if identity.withoutFirst.contains(where: { (try? TLSCredentials($0, now: now)) != nil }) {
                    throw TLSError(
                        "\(identity.chainName): the first certificate is not the server's, to which the key in \(identity.keyName) belongs. "
                            + "Put the server's own first, before those of its issuers.")
                }
                throw TLSError(
                    "\(identity.keyName): the key is not the one of the certificate in \(identity.chainName). "
                        + "Give two that belong together.")
            }
            throw TLSError(
                "\(identity.keyName): this cannot be used with \(identity.chainName) (\(reason)). It must be a PEM key without a password.")
        }
        unsafe handle = made
        clientAuthoritiesUntil = asksClient ? Int(end) : nil
        if asksClient && now >= end {
            throw TLSError(
                "\(clientAuthoritiesName): every certificate in it has expired, so no client would be accepted. Name a newer authority.")
        }
    }

    deinit { unsafe library.table.pointee.gnutls_certificate_free_credentials(handle) }
}
