internal import HTTPMessage
internal import RegularExpression

/// A few words that say roughly what a URL looks like, so that among many thousand stubs those near to a request are found
/// without comparing texts. Made once a stub; two are compared in a nanosecond.
struct URLSketch: Sendable, Equatable {
    /// A bit for each pair of neighbouring characters, hashed.
    private var pairs: (UInt64, UInt64) = (0, 0)
    /// Nil for a pattern that any URL meets.
    private var length: Int?

    /// Of what is near to everything.
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

    /// Of the request's path, decoded.
    init(_ request: Request) { self.init(PercentCoding.decodePath(request.pathBytes).utf8) }

    /// Of what a URL pattern says literally about the path.
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

    /// 0 for what may well be the same; larger for what is less alike.
    func distance(to other: URLSketch) -> Int {
        guard let length, let otherLength = other.length else { return 0 }
        return (pairs.0 ^ other.pairs.0).nonzeroBitCount + (pairs.1 ^ other.pairs.1).nonzeroBitCount + abs(length - otherLength)
    }

    static func == (left: URLSketch, right: URLSketch) -> Bool { left.length == right.length && left.pairs == right.pairs }
}
