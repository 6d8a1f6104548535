internal import HTTPMessage

extension Response {
    /// A body in memory as text; empty for others.
    var text: String { if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" } }
}
