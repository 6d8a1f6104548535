extension JSONScanner {
    /// The number whose first digit or sign is the next byte.
    mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try digits(after: start, "a digit after \"-\"")
        if bytes[firstDigit] == UInt8(ascii: "0"), position - firstDigit > 1 {
            throw JSONSyntaxError(
                offset: start, message: "a number with a leading zero, \(found(at: start))",
                repair: "Take the zero away, or put quotes around.")
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits(after: start, "a digit after the decimal point")
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits(after: start, "a digit in the exponent")
        }
        if next.isWordByte {
            throw JSONSyntaxError(
                offset: start, message: "not a number: \(found(at: start))", repair: "Text needs double quotes around it.")
        }
        return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits(after start: Int, _ expectation: String) throws(JSONSyntaxError) {
        let first = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        if position == first { throw expected("\(expectation) of a number") }
    }
}
