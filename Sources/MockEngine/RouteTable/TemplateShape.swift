internal import HTTPMessage

/// How many segments a path template has, and which of them are literal. Templates of the same shape are found by a hash of their literal
/// segments.
struct TemplateShape: Hashable, Comparable, Sendable {
    static let maximumSegments = 63

    let segmentCount: Int
    /// One bit for each segment, lowest first.
    let literals: UInt64

    /// Nil for templates that do not consist of whole segments, or have too many.
    init?(_ template: PathTemplate) {
        guard let path = template.segments else { return nil }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.count <= Self.maximumSegments else { return nil }
        segmentCount = segments.count
        literals = segments.enumerated().reduce(0) { bits, segment in
            segment.element.first == PathTemplate.variableMark ? bits : bits | 1 << UInt64(segment.offset)
        }
    }

    /// The key of all paths with the same literal segments, for this shape.
    ///
    /// - Parameter path: must have `segmentCount` segments.
    func key(_ path: Span<UInt8>) -> RouteKey {
        var hash = RouteHash()
        var bit: UInt64 = 1
        for index in path.indices {
            let byte = path[index]
            if byte == UInt8(ascii: "/") {
                bit <<= 1
                hash.add(byte)
            } else if literals & bit != 0 {
                hash.add(byte)
            }
        }
        return hash.key(.shape, literals << 6 | UInt64(segmentCount))
    }

    /// The key of a template of this shape.
    func key(_ template: PathTemplate) -> RouteKey {
        let path = template.segments ?? []
        return key(path.span)
    }

    static func < (left: TemplateShape, right: TemplateShape) -> Bool {
        (left.segmentCount, left.literals) < (right.segmentCount, right.literals)
    }
}
