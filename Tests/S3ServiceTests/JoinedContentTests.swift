import HTTPMessage
import S3Dialect
import Testing

@testable import S3Service

/// Contents that are made of parts of others.
@Suite struct JoinedContentTests {
    private let ledger = StorageLedger(besideContentsOf: 0)

    private func held(_ text: String) -> ObjectContent { .held(HeldContent(.bytes(Array(text.utf8)), nil)) }

    private func joined(_ contents: [ObjectContent]) throws -> ObjectContent { .joined(try JoinedContent(contents, in: ledger)) }

    private func text(_ content: ObjectContent) throws -> String {
        String(decoding: try content.read(at: 0, length: content.size), as: UTF8.self)
    }

    @Test func copiesOfCopiesDoNotNest() throws {
        var whole = held("0123456789")
        var part = whole
        let first = try joined([whole])
        let room = ledger.used
        for _ in 0..<100_000 {
            whole = try joined([whole])
            part = try joined([part.slice(0..<4, in: ledger), .empty, part.slice(4..<10, in: ledger)])
        }
        #expect(try text(whole) == "0123456789" && text(part) == "0123456789")
        #expect(ledger.used == 4 * room, "they have one piece, one, and two")
        withExtendedLifetime(first) {}
    }

    @Test func everyRangeIsThatOfTheBytes() throws {
        let content = try joined([held("abc"), .empty, joined([held("de"), held("fghi").slice(1..<3, in: ledger)]), held("j")])
        let bytes = Array("abcdeghj")
        #expect(try text(content) == String(bytes))
        for start in 0...bytes.count {
            for end in start...bytes.count {
                let part = try content.slice(start..<end, in: ledger)
                #expect(try text(part) == String(bytes[start..<end]))
                #expect(try text(joined([part, held("-"), part])) == String(bytes[start..<end] + "-" + bytes[start..<end]))
            }
        }
    }

    /// The list of pieces is in memory, and 10,000 copies of 10,000 pieces would be many.
    @Test func theListOfPiecesTakesRoom() throws {
        let pieces = try joined(Array(repeating: held("x"), count: 1_000))
        let room = ledger.used
        #expect(#expect(throws: S3Error.self) { try joined(Array(repeating: pieces, count: 1_000)) }?.code == "QuotaExceeded")
        #expect(ledger.used == room)
        let part = try pieces.slice(10..<20, in: ledger)
        #expect(ledger.used == room + room / 100)
        #expect(part.size == 10)
    }
}
