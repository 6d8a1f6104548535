/// Goes over the bytes of a JSON text once and passes what it finds to a builder.
struct JSONScanner {
    let bytes: [UInt8]
    let mode: JSONMode
    let maximumDepth: Int
    /// Offset of the next byte.
    var position = 0
    private var depth = 0
    /// Outside of every array and object.
    var isAtTopLevel: Bool { depth == 0 }
    /// Buffer for strings with escapes.
    var unescaped: [UInt8] = []
    /// Offset of the first escape that is half of a surrogate pair without the other half.
    var loneSurrogate: Int?

    init(bytes: [UInt8], mode: JSONMode, maximumDepth: Int) {
        self.bytes = bytes
        self.mode = mode
        self.maximumDepth = maximumDepth
    }

    /// The byte at the position, or 0 at the end of the text. A byte 0 is an error everywhere, as the end is.
    @inline(__always) var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func document<Builder: JSONBuilder>(_ builder: Builder.Type) throws(JSONSyntaxError) -> Builder.Value {
        try skipByteOrderMark()
        try skipSpace()
        let start = position
        let value: Builder.Value
        do throws(JSONSyntaxError) { value = try self.value(builder) } catch { throw otherFormat(insteadOf: error, at: start) }
        try skipSpace()
        guard position == bytes.count else { throw unexpectedRest() }
        return value
    }

    private mutating func value<Builder: JSONBuilder>(_ builder: Builder.Type) throws(JSONSyntaxError) -> Builder.Value {
        let start = position
        switch next {
        case UInt8(ascii: "\""):
            let text = try string()
            return builder.string(text, start..<position)
        case UInt8(ascii: "{"):
            let object = try object(builder)
            return builder.object(object, start..<position)
        case UInt8(ascii: "["):
            let values = try array(builder)
            return builder.array(values, start..<position)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            let number = try number()
            return builder.number(number, start..<position)
        case UInt8(ascii: "t"):
            try word("true")
            return builder.bool(true, start..<position)
        case UInt8(ascii: "f"):
            try word("false")
            return builder.bool(false, start..<position)
        case UInt8(ascii: "n"):
            try word("null")
            return builder.null(start..<position)
        case UInt8(ascii: "'") where mode == .fixture:
            let text = try string()
            return builder.string(text, start..<position)
        default: throw expectedValue()
        }
    }

    private mutating func array<Builder: JSONBuilder>(_ builder: Builder.Type) throws(JSONSyntaxError) -> [Builder.Value] {
        let start = position
        try enter()
        var values: [Builder.Value] = []
        if next == UInt8(ascii: "]") {
            leave()
            return values
        }
        while true {
            let valueOffset = position
            values.append(try value(builder))
            try skipSpace()
            switch next {
            case UInt8(ascii: ","): try skipComma(before: UInt8(ascii: "]"))
            case UInt8(ascii: "]"):
                leave()
                return values
            default: throw expectedCommaOrEnd("]", of: "array", from: start, after: "an element", at: valueOffset)
            }
        }
    }

    private mutating func object<Builder: JSONBuilder>(_ builder: Builder.Type) throws(JSONSyntaxError) -> Builder.Object {
        let start = position
        try enter()
        var object = builder.emptyObject
        if next == UInt8(ascii: "}") {
            leave()
            return object
        }
        while true {
            let nameOffset = position
            guard next == UInt8(ascii: "\"") || (next == UInt8(ascii: "'") && mode == .fixture) else {
                throw expectedName(ofObjectFrom: start)
            }
            let name = try string()
            try skipSpace()
            guard next == UInt8(ascii: ":") else { throw expected("\":\" after the name \"\(name)\"") }
            position += 1
            try skipSpace()
            let valueOffset = position
            builder.add(name, at: nameOffset, try value(builder), to: &object)
            try skipSpace()
            switch next {
            case UInt8(ascii: ","): try skipComma(before: UInt8(ascii: "}"))
            case UInt8(ascii: "}"):
                leave()
                return object
            default: throw expectedCommaOrEnd("}", of: "object", from: start, after: "a member", at: valueOffset)
            }
        }
    }

    /// Steps over an opening bracket.
    private mutating func enter() throws(JSONSyntaxError) {
        guard depth < maximumDepth else { throw tooDeep() }
        depth += 1
        position += 1
        try skipSpace()
    }

    /// Steps over a closing bracket.
    private mutating func leave() {
        depth -= 1
        position += 1
    }

    private mutating func skipComma(before end: UInt8) throws(JSONSyntaxError) {
        let comma = position
        position += 1
        try skipSpace()
        if next == end { throw trailingComma(at: comma, before: end) }
    }

    private mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
        let start = position
        for expected in word.description.utf8 {
            guard next == expected else { throw unknownWord(from: start) }
            position += 1
        }
        if next.isWordByte { throw unknownWord(from: start) }
    }

    // MARK: Space

    @inline(__always) mutating func skipSpace() throws(JSONSyntaxError) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: "/"), UInt8(ascii: "#"):
                guard mode == .fixture else { return }
                try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = position
        if next == UInt8(ascii: "/") {
            position += 1
            if next == UInt8(ascii: "*") { return try skipBlockComment(from: start) }
            guard next == UInt8(ascii: "/") else {
                position = start
                throw expected("a value or a comment", repair: "Text needs double quotes around it. Comments begin with \"//\" or \"/*\".")
            }
        }
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") { position += 1 }
        try validate(start..<position)
    }

    private mutating func skipBlockComment(from start: Int) throws(JSONSyntaxError) {
        position += 1
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                return try validate(start..<position)
            }
            position += 1
        }
        throw JSONSyntaxError(offset: start, message: "the comment that begins here has no end", repair: "Close it with \"*/\".")
    }

    private mutating func skipByteOrderMark() throws(JSONSyntaxError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            guard mode == .fixture else {
                throw JSONSyntaxError(offset: 0, message: "a byte order mark before the value", repair: "Send the text without it.")
            }
            position = 3
        } else {
            try TextEncoding.refuseUTF16(bytes)
        }
    }
}
