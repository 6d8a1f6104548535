internal import HTTPMessage

extension UpstreamError {
    /// What a client gets in place of a forbidden target's response, in WireMock's words.
    static let denial = "The target proxy address is denied in WireMock's configuration."

    /// Whether the rules forbid the target.
    var isDenial: Bool {
        switch self {
        case .denied, .deniedByRule: true
        case .failed, .tlsFailed, .cancelled: false
        }
    }
}
