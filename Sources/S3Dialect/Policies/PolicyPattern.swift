/// A text of a policy in which `*` stands for any characters, `?` for one, and `${…}` for what is known only with a request.
struct PolicyPattern {
    private enum Piece: Equatable { case any, one, byte(UInt8) }

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
    func matches(_ text: some StringProtocol) -> Bool { places(after: text).contains(pieces.count) }

    /// Whether it stands for a text that begins so.
    func mayBegin(with text: some StringProtocol) -> Bool { !places(after: text).isEmpty }

    /// How many pieces may be used up when the text is read; none when it does not fit.
    private func places(after text: some StringProtocol) -> Set<Int> {
        var places = opened(0)
        for byte in text.utf8 {
            var next: Set<Int> = []
            for place in places where place < pieces.count {
                switch pieces[place] {
                case .any: next.formUnion(opened(place))
                case .one: next.formUnion(opened(place + 1))
                case .byte(let wanted): if wanted == byte { next.formUnion(opened(place + 1)) }
                }
            }
            places = next
        }
        return places
    }

    /// A place, and the next one where the piece there may stand for nothing.
    private func opened(_ place: Int) -> Set<Int> {
        place < pieces.count && pieces[place] == .any ? [place, place + 1] : [place]
    }
}
