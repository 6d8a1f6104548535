internal import JSONDocument

/// What is accepted comes back equal from the writer, in either layout, with places or without; what strict mode takes, fixture mode
/// takes alike; what is refused has a place inside the text.
enum JSONParserTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        let strict = read(bytes, .strict)
        let fixture = read(bytes, .fixture)
        if let strict { precondition(strict == fixture, "fixture mode reads a strict text differently") }
    }

    private static func read(_ bytes: [UInt8], _ mode: JSONMode) -> JSONValue? {
        let document = Result { try JSONDocument.parse(bytes, name: "input", mode: mode) }
        switch Result(catching: { () throws(Problem) in try JSONValue.parse(bytes, mode: mode) }) {
        case .success(let value):
            guard let document = try? document.get() else { preconditionFailure("with places it is refused") }
            precondition(document.root.value == value, "with places it reads differently")
            for layout in [JSONValue.Layout.compact, .pretty] {
                guard let again = try? JSONValue.parse(value.bytes(layout)) else { preconditionFailure("what was written cannot be read") }
                precondition(again == value && again.hashValue == value.hashValue, "what was written reads differently")
            }
            return value
        case .failure(let problem):
            guard let position = problem.position, !problem.message.isEmpty else { preconditionFailure("a refusal without a place") }
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            precondition((1...lines.count).contains(position.line), "a place outside of the text")
            precondition((1...lines[position.line - 1].count + 1).contains(position.column), "a place outside of its line")
            return nil
        }
    }
}
