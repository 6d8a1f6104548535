internal import HTTPMessage
internal import JSONDocument

/// `{{randomValue [type='ALPHANUMERIC'] [length=36] [uppercase=true]}}`, with a type of `RandomTextKind`; any other gives printable ASCII.
/// Lower case by default.
struct RandomValueHelper: TemplateHelper {
    let names = ["randomValue"]
    let arguments = 0...0
    let options: [String]? = ["length", "type", "uppercase"]
    let flags = ["uppercase"]
    let pace = 2

    private static let digits = Array("0123456789".utf8)
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    func usualArguments(body: String) -> String? { "type='UUID'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let length = try call.integer("length", default: 36)
        if length < 0 { throw .failure("java.lang.IllegalArgumentException: Requested random string length \(length) is less than 0.") }
        try call.checkLength(length)
        let kind = call.has("type") ? RandomTextKind(rawValue: call.option("type").printed) : .alphanumeric
        let text = call.context.draw("randomValue", show: { .string($0) }) { random in
            switch kind {
            case .uuid: Self.uuid(&random)
            case .alphanumeric: Self.text(Self.digits + Self.letters, length, &random)
            case .alphabetic: Self.text(Self.letters, length, &random)
            case .numeric: Self.text(Self.digits, length, &random)
            case .hexadecimal: Self.text(Self.hexadecimal, length, &random)
            case .alphanumericAndSymbols: Self.text(Array(33..<126), length, &random)
            case nil: Self.text(Array(32..<127), length, &random)
            }
        }
        return .text(call.isSet("uppercase") ? text.uppercased() : text.lowercased())
    }

    private static func text(_ alphabet: [UInt8], _ length: Int, _ random: inout SeededRandom) -> String {
        String(decoding: (0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }, as: UTF8.self)
    }

    /// Version 4 (RFC 9562).
    private static func uuid(_ random: inout SeededRandom) -> String {
        var digits = (0..<32).map { _ in hexadecimal[Int.random(in: 0..<16, using: &random)] }
        digits[12] = UInt8(ascii: "4")
        digits[16] = hexadecimal[8 + Int.random(in: 0..<4, using: &random)]
        for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: digits, as: UTF8.self)
    }
}
