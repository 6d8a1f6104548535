internal import HTTPMessage

extension WireFault {
    /// Effect and moment in a few words: `close after 512 bytes`.
    var summary: String {
        let effect =
            switch effect {
            case .reset: "reset"
            case .close: "close"
            case .stall: "stall"
            case .garbage: "garbage"
            }
        return switch moment {
        case .requestBody: "\(effect) at requestBody"
        case .beforeHeaders: "\(effect) at beforeHeaders"
        case .afterHeaders: "\(effect) at afterHeaders"
        case .bodyBytes(let count): "\(effect) after \(count) bytes"
        case .end: "\(effect) at end"
        }
    }
}
