internal import HTTPMessage

/// Finds the URLs of objects in recorded texts, and replaces them by templates.
struct ObjectURLs {
    private let hosts: [ObjectHost]
    private let now: Int
    /// The objects found, once for each occurrence.
    private(set) var objects: [HostedObject] = []
    /// Whether a URL was replaced.
    private(set) var hasReplaced = false

    /// - Parameter now: in seconds since 1970.
    init(_ hosts: [ObjectHost], now: Int) {
        self.hosts = hosts
        self.now = now
    }

    /// The text as a template.
    mutating func template(of text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var hasExpression = false
        func append(_ expression: String) {
            // Behind an expression, a single backslash makes the next one a text, and of two one goes. Before the first all is text.
            if hasExpression, result.last == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
            result += expression.utf8
            hasExpression = true
        }
        var place = 0
        while place < bytes.count {
            if bytes[place] | 0x20 == UInt8(ascii: "h"), let written = WrittenURL(in: bytes, at: place, where: isOfListedHost) {
                if let url = HostedURL(written.text, ampersand: written.ampersand, hosts, now: now) {
                    if let object = url.object { objects.append(object) }
                    hasReplaced = true
                    if result.last == UInt8(ascii: "{") {
                        // It would be the first of three.
                        result.removeLast()
                        append("{{val '{'}}")
                    }
                    append(url.template)
                } else {
                    // No byte of it is looked at again, so that the work grows with the text. It has no brace.
                    result += bytes[place..<written.end]
                }
                place = written.end
                if result.suffix(2).elementsEqual("}}".utf8), let closing = endOfClosingBraces(in: bytes, at: place) {
                    append("{{val '\(String(decoding: bytes[place..<closing], as: UTF8.self))'}}")
                    place = closing
                }
                continue
            }
            if let end = endOfBraces(in: bytes, at: place) {
                append("{{val '\(String(decoding: bytes[place..<end], as: UTF8.self))'}}")
                place = end
                continue
            }
            result.append(bytes[place])
            place += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The end of the run of braces at a place; nil unless it begins with two or more that open, which could begin an expression. The
    /// closing ones behind them belong to it: they would change the end of the expression that stands for the run.
    private func endOfBraces(in bytes: [UInt8], at place: Int) -> Int? {
        guard bytes[place] == UInt8(ascii: "{") else { return nil }
        let opened = bytes[place...].firstIndex { $0 != UInt8(ascii: "{") } ?? bytes.count
        guard opened > place + 1 else { return nil }
        return bytes[opened...].firstIndex { $0 != UInt8(ascii: "}") } ?? bytes.count
    }

    /// The end of the run of closing braces at a place; nil when none is there. Directly behind an expression they would change its end.
    private func endOfClosingBraces(in bytes: [UInt8], at place: Int) -> Int? {
        let end = bytes[place...].firstIndex { $0 != UInt8(ascii: "}") } ?? bytes.count
        return end > place ? end : nil
    }

    /// - Parameter url: an absolute URL up to the end of the host and port.
    private func isOfListedHost(_ url: ArraySlice<UInt8>) -> Bool {
        guard let authority = TargetAuthority(literalIn: String(decoding: url, as: UTF8.self)) else { return false }
        return hosts.contains { $0.covers(authority) }
    }
}
