/// A text of a policy in which `*` stands for any characters, `?` for one, and `${…}` for what is known only with a request.
struct PolicyPattern {
    private enum Piece: Equatable {
        case any, one, byte(UInt8)

        /// Whether it stands for that byte alone.
        func fits(_ byte: UInt8) -> Bool { self == .one || self == .byte(byte) }
    }

    /// Never `any` twice in a row.
    private let pieces: [Piece]

    init(_ text: some StringProtocol) {
        var pieces: [Piece] = []
        func append(_ piece: Piece) {
            if piece != .any || pieces.last != .any { pieces.append(piece) }
        }
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): append(.any)
            case UInt8(ascii: "?"): append(.one)
            case UInt8(ascii: "$"):
                guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    append(.byte(byte))
                    continue
                }
                let name = rest[rest.startIndex + 1..<end]
                // These three stand for themselves.
                append(name.count == 1 && "*?$".utf8.contains(name[name.startIndex]) ? .byte(name[name.startIndex]) : .any)
                rest = rest[(end + 1)...]
            default: append(.byte(byte))
            }
        }
        self.pieces = pieces
    }

    /// Whether it stands for one text only.
    var isFixed: Bool { pieces.allSatisfy { if case .byte = $0 { true } else { false } } }

    /// Whether it stands for that text.
    func matches(_ text: some StringProtocol) -> Bool {
        let text = Array(text.utf8)
        var (offset, place) = (0, 0)
        // The last `any` that was met, and what of the text is behind it. Only this one needs to take more.
        var last: (offset: Int, place: Int)?
        while offset < text.count {
            if place < pieces.count, pieces[place] == .any {
                place += 1
                last = (offset, place)
            } else if place < pieces.count, pieces[place].fits(text[offset]) {
                (offset, place) = (offset + 1, place + 1)
            } else if let known = last {
                (offset, place) = (known.offset + 1, known.place)
                last = (offset, place)
            } else {
                return false
            }
        }
        return pieces[place...].allSatisfy { $0 == .any }
    }

    /// Whether it stands for a text that begins so.
    func mayBegin(with text: some StringProtocol) -> Bool {
        for (place, byte) in text.utf8.enumerated() {
            guard place < pieces.count else { return false }
            // It takes the rest of the text, and whatever follows that.
            if pieces[place] == .any { return true }
            guard pieces[place].fits(byte) else { return false }
        }
        return true
    }
}
