internal import HTTPMessage

/// Ranges of other contents, one behind the other.
final class JoinedContent: BlockSource {
    struct Piece: Sendable {
        let content: ObjectContent
        let range: Range<Int>
    }

    private let pieces: [Piece]
    /// Where each piece ends.
    private let ends: [Int]

    init(_ pieces: [Piece]) {
        self.pieces = pieces.filter { !$0.range.isEmpty }
        var end = 0
        ends = self.pieces.map { piece in
            end += piece.range.count
            return end
        }
    }

    convenience init(_ contents: [ObjectContent]) {
        self.init(contents.map { Piece(content: $0, range: 0..<$0.size) })
    }

    /// Length in bytes.
    var size: Int { ends.last ?? 0 }

    /// Up to `limit` bytes from `offset` on, of one piece; empty at the end.
    func read(at offset: Int, limit: Int) throws -> [UInt8] {
        guard let (content, range) = rest(at: offset) else { return [] }
        return try content.read(at: range.lowerBound, limit: min(limit, range.count))
    }

    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        guard let (content, range) = rest(at: offset) else { return 0 }
        var part = buffer._mutatingExtracting(first: range.count)
        return try content.read(at: range.lowerBound, into: &part)
    }

    /// What is left of the piece at an offset; nil at the end.
    private func rest(at offset: Int) -> (content: ObjectContent, range: Range<Int>)? {
        // There may be 10,000 pieces.
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > offset { high = middle } else { low = middle + 1 }
        }
        guard low < pieces.count else { return nil }
        let piece = pieces[low]
        return (piece.content, (piece.range.upperBound - (ends[low] - offset))..<piece.range.upperBound)
    }
}
