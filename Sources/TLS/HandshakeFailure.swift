internal import CGnuTLS

/// Why a client's handshake failed, in words for the log.
package enum HandshakeFailure: Sendable {
    /// The client sent an HTTP request without TLS.
    case plainHTTP
    /// The client refused with an alert of this name, such as "Unknown CA".
    case alert(String)
    /// The client gave up without a reason that could be read.
    case givenUp
    /// The client has no certificate, and must have one.
    case noCertificate
    /// The client's certificate is not accepted: what is wrong with it, as a predicate.
    case badCertificate(String)
    case timeOut
    /// Cut off for later clients.
    case crowded
    /// The server stops; nothing is wrong.
    case stopping
    /// The library's words for something else.
    case library(String)

    /// - Parameters:
    ///   - code: of the handshake.
    ///   - status: what is wrong with the client's certificate, as `tls_alert` returns it.
    init(_ code: Int32, certificate status: UInt32, _ library: TLSLibrary, _ session: gnutls_session_t) {
        if let name = unsafe tls_alert_name(library.table, session, code) {
            self = unsafe .alert(String(cString: name))
        } else if tls_has_left(code) != 0 {
            self = .givenUp
        } else if tls_lacks_certificate(code) != 0 {
            self = .noCertificate
        } else if let flaw = Self.flaw(of: status) {
            self = .badCertificate(flaw)
        } else {
            self = .library(library.reason(code))
        }
    }

    /// What the status of a client's certificate says; nil if nothing is wrong.
    private static func flaw(of status: UInt32) -> String? {
        func says(_ bit: Int) -> Bool { status & UInt32(bit) != 0 }
        if status == 0 { return nil }
        if says(TLS_IS_OF_OTHERS) { return "is issued by none of --https-client-ca" }
        if says(TLS_IS_EXPIRED) { return "has expired" }
        return says(TLS_IS_NOT_YET_VALID) ? "is not valid yet" : "cannot be verified"
    }

    /// What happened and what to do, in whole sentences.
    package var reason: String {
        switch self {
        case .plainHTTP: "The client speaks plain HTTP, and this port speaks TLS: its URL must begin with https://."
        case .alert(let name): "The client refused the certificate: \(name). It must trust the authority: see \"understudy ca\"."
        case .givenUp: "The client gave up. If it does not trust the authority, see \"understudy ca\"."
        case .noCertificate: "The client showed no certificate, and --https-client-ca asks for one."
        case .badCertificate(let flaw): "The client's certificate \(flaw)."
        case .timeOut: "The client took too long."
        case .crowded: "Too many clients wait for a connection."
        case .stopping: "The server stops."
        case .library(let reason): reason
        }
    }
}
