internal import HTTPMessage
internal import S3Dialect

/// Ranges of other contents, one behind the other. None of these is joined itself: copies of copies do not nest.
final class JoinedContent: BlockSource {
    struct Piece: Sendable {
        let content: ObjectContent
        let range: Range<Int>
    }

    private let pieces: [Piece]
    /// Where each piece ends.
    private let ends: [Int]
    /// The room of the list of pieces; nil for an empty one.
    private let room: StorageCharge?

    /// What a piece takes in memory, in bytes.
    private static let pieceBytes = 128

    /// Without pieces.
    init() { (pieces, ends, room) = ([], [], nil) }

    /// - Parameter ledger: has room for the list of pieces.
    /// - Throws: QuotaExceeded.
    init(_ parts: [Piece], in ledger: StorageLedger) throws(S3Error) {
        // A part of a joined content becomes pieces of that. All of them are charged before there is a list of them.
        let room = try ledger.charge(parts.reduce(0) { $0 + $1.plainCount } * Self.pieceBytes)
        var pieces: [Piece] = []
        for part in parts { part.appendPlain(to: &pieces) }
        var end = 0
        ends = pieces.map { piece in
            end += piece.range.count
            return end
        }
        self.pieces = pieces
        self.room = room
    }

    convenience init(_ contents: [ObjectContent], in ledger: StorageLedger) throws(S3Error) {
        try self.init(contents.map { Piece(content: $0, range: 0..<$0.size) }, in: ledger)
    }

    /// Length in bytes.
    var size: Int { ends.last ?? 0 }

    /// Up to `limit` bytes from `offset` on, of one piece; empty at the end.
    func read(at offset: Int, limit: Int) throws -> [UInt8] {
        guard let (content, range) = piece(at: offset)?.rest else { return [] }
        return try content.read(at: range.lowerBound, limit: min(limit, range.count))
    }

    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        guard let (content, range) = piece(at: offset)?.rest else { return 0 }
        var part = buffer._mutatingExtracting(first: range.count)
        return try content.read(at: range.lowerBound, into: &part)
    }

    /// The piece at an offset, with what is left of it; nil at the end.
    private func piece(at offset: Int) -> (index: Int, rest: (content: ObjectContent, range: Range<Int>))? {
        // There may be millions of pieces.
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > offset { high = middle } else { low = middle + 1 }
        }
        guard low < pieces.count else { return nil }
        let piece = pieces[low]
        return (low, (piece.content, (piece.range.upperBound - (ends[low] - offset))..<piece.range.upperBound))
    }

    /// The indices of the pieces that have bytes of a range.
    fileprivate func indices(of range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty, let first = piece(at: range.lowerBound)?.index, let last = piece(at: range.upperBound - 1)?.index else {
            return 0..<0
        }
        return first..<(last + 1)
    }

    /// Appends the pieces of a range.
    fileprivate func append(_ range: Range<Int>, to list: inout [Piece]) {
        for index in indices(of: range) {
            let (piece, start) = (pieces[index], ends[index] - pieces[index].range.count)
            let part = range.clamped(to: start..<ends[index])
            let first = piece.range.lowerBound + part.lowerBound - start
            list.append(Piece(content: piece.content, range: first..<(first + part.count)))
        }
    }
}

extension JoinedContent.Piece {
    /// How many pieces it becomes in a joined content.
    fileprivate var plainCount: Int {
        guard case .joined(let joined) = content else { return range.isEmpty ? 0 : 1 }
        return joined.indices(of: range).count
    }

    /// Appends these.
    fileprivate func appendPlain(to list: inout [Self]) {
        if case .joined(let joined) = content {
            joined.append(range, to: &list)
        } else if !range.isEmpty {
            list.append(self)
        }
    }
}
