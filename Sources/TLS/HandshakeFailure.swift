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
    case timeOut
    /// Cut off for later clients.
    case crowded
    /// The server stops; nothing is wrong.
    case stopping
    /// The library's words for something else.
    case library(String)

    /// - Parameter code: of the handshake.
    init(_ code: Int32, _ library: TLSLibrary, _ session: gnutls_session_t) {
        if let name = unsafe tls_alert_name(library.table, session, code) {
            self = unsafe .alert(String(cString: name))
        } else if tls_has_left(code) != 0 {
            self = .givenUp
        } else if tls_lacks_certificate(code) != 0 {
            self = .noCertificate
        } else {
            self = .library(library.reason(code))
        }
    }

    /// What happened and what to do, in whole sentences.
    package var reason: String {
        switch self {
        case .plainHTTP: "The client speaks plain HTTP, and this port speaks TLS: its URL must begin with https://."
        case .alert(let name): "The client refused the certificate: \(name). It must trust the authority: see \"understudy ca\"."
        case .givenUp: "The client gave up. If it does not trust the authority, see \"understudy ca\"."
        case .noCertificate: "The client showed no certificate, and --https-client-ca asks for one."
        case .timeOut: "The client took too long."
        case .crowded: "Too many clients wait for a connection."
        case .stopping: "The server stops."
        case .library(let reason): reason
        }
    }
}
