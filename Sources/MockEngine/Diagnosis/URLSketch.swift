internal import HTTPMessage
internal import RegularExpression

/// A rough fingerprint of a URL, to find similar URLs among thousands of stubs without comparing text. Made once for each stub; a
/// comparison takes a nanosecond.
struct URLSketch: Sendable, Equatable {
    /// One bit for each pair of adjacent characters, hashed.
    private var pairs: (UInt64, UInt64) = (0, 0)
    /// Nil for a pattern that matches any URL.
    private var length: Int?

    /// The sketch that is near to everything.
    private init() {}

    private init(_ text: some Sequence<UInt8>) {
        var previous = UInt8(ascii: "/")
        var count = 0
        for byte in text {
            let current = ASCII.lowercased(byte)
            let pair = UInt64(previous) << 8 | UInt64(current)
            let hash = (pair &* 0x9E37_79B9_7F4A_7C15) >> 57
            if hash < 64 { pairs.0 |= 1 << hash } else { pairs.1 |= 1 << (hash - 64) }
            previous = current
            count += 1
        }
        length = count
    }

    /// From the request's path, decoded.
    init(_ request: Request) { self.init(PercentCoding.decodePath(request.pathBytes).utf8) }

    /// From the literal parts of a URL pattern's path.
    init(_ matcher: URLMatcher) {
        switch matcher {
        case .any: self.init()
        case .target(let target): self.init(PercentCoding.decodePath(target.prefix { $0 != UInt8(ascii: "?") }).utf8)
        case .path(let path): self.init(PercentCoding.decodePath(path).utf8)
        case .unicodeTarget(let url): self.init(url.written.utf8.prefix { $0 != UInt8(ascii: "?") })
        case .unicodePath(let url): self.init(url.written.utf8)
        case .targetExpression(let expression), .pathExpression(let expression):
            self.init(expression.pattern.utf8.lazy.filter { !#".*+?^$()[]{}|\"#.utf8.contains($0) })
        case .template(let template): self.init(template.literals)
        }
    }

    /// 0 for URLs that may be the same; larger for less similar ones.
    func distance(to other: URLSketch) -> Int {
        guard let length, let otherLength = other.length else { return 0 }
        return (pairs.0 ^ other.pairs.0).nonzeroBitCount + (pairs.1 ^ other.pairs.1).nonzeroBitCount + abs(length - otherLength)
    }

    static func == (left: URLSketch, right: URLSketch) -> Bool { left.length == right.length && left.pairs == right.pairs }
}
