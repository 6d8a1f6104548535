internal import HTTPMessage

/// Finds the URLs of objects in recorded texts, and replaces them by templates.
struct ObjectURLs {
    private let hosts: [ObjectHost]
    private let now: Int
    /// The objects found, once for each occurrence.
    private(set) var objects: [HostedObject] = []

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
            if bytes[place] | 0x20 == UInt8(ascii: "h"), let (url, end) = url(in: bytes, at: place) {
                if result.last != UInt8(ascii: "{"), end == bytes.count || bytes[end] != UInt8(ascii: "}"),
                    let object = HostedObject(url, hosts, now: now)
                {
                    objects.append(object)
                    append(object.template)
                } else {
                    // No byte of it is looked at again, so that the work grows with the text. It has no brace.
                    result += bytes[place..<end]
                }
                place = end
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

    /// The end of the run of braces at a place; nil unless it begins with two or more that open, which could begin an expression. The closing
    /// ones behind them belong to it: they would change the end of the expression that stands for the run.
    private func endOfBraces(in bytes: [UInt8], at place: Int) -> Int? {
        guard bytes[place] == UInt8(ascii: "{") else { return nil }
        let opened = bytes[place...].firstIndex { $0 != UInt8(ascii: "{") } ?? bytes.count
        guard opened > place + 1 else { return nil }
        return bytes[opened...].firstIndex { $0 != UInt8(ascii: "}") } ?? bytes.count
    }

    /// The absolute URL at a place, with its escapes of JSON and HTML undone, and the place behind it; nil when none of a host of the list
    /// begins there. Of other URLs no more than the host is read.
    private func url(in bytes: [UInt8], at start: Int) -> (url: String, end: Int)? {
        var place = start
        var url: [UInt8] = []
        // Where each character of the URL begins in the text.
        var starts: [Int] = []
        var openParentheses = 0
        var isOfHost = false
        while place < bytes.count {
            let rest = bytes[place...]
            let start = place
            let byte = bytes[place]
            if byte == UInt8(ascii: "\\") {
                guard let (character, length) = Self.escaped(rest) else { break }
                url.append(character)
                place += length
            } else if rest.starts(with: "&amp;".utf8) {
                url.append(UInt8(ascii: "&"))
                place += 5
            } else {
                if byte <= 0x20 || "\"'<>`|{}^".utf8.contains(byte) { break }
                if byte == UInt8(ascii: "(") { openParentheses += 1 }
                if byte == UInt8(ascii: ")") {
                    if openParentheses == 0 { break }
                    openParentheses -= 1
                }
                url.append(byte)
                place += 1
            }
            starts.append(start)
            if url.count == 8, !Self.isWeb(url) { return nil }
            // Behind the slashes of "http://" and "https://".
            guard !isOfHost, url.count > 8, let last = url.last, "/?#".utf8.contains(last) else { continue }
            guard isOfListedHost(url.dropLast()) else { return nil }
            isOfHost = true
        }
        // The end of a sentence.
        while let last = url.last, ".,;:!".utf8.contains(last) {
            url.removeLast()
            place = starts.removeLast()
        }
        // Without a path it names no object.
        return isOfHost ? (String(decoding: url, as: UTF8.self), place) : nil
    }

    /// - Parameter url: an absolute URL up to the end of the host and port.
    private func isOfListedHost(_ url: ArraySlice<UInt8>) -> Bool {
        guard let authority = TargetAuthority(literalIn: String(decoding: url, as: UTF8.self)) else { return false }
        return hosts.contains { $0.covers(authority) }
    }

    private static func isWeb(_ url: [UInt8]) -> Bool {
        ["http://", "https://"].contains { prefix in
            url.count >= prefix.utf8.count && zip(url, prefix.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
        }
    }

    /// The character of an escape in JSON, if a URL may have it: `\/`, `\u0026`. Braces are refused, because two of them begin a template.
    private static func escaped(_ rest: ArraySlice<UInt8>) -> (character: UInt8, length: Int)? {
        let next = rest.dropFirst().first
        if next == UInt8(ascii: "/") { return (UInt8(ascii: "/"), 2) }
        guard next == UInt8(ascii: "u"), rest.count >= 6,
            let code = UInt8(String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self), radix: 16), (0x21...0x7E).contains(code),
            !"\"\\{}".utf8.contains(code)
        else { return nil }
        return (code, 6)
    }
}
