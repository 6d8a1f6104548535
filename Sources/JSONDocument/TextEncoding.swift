/// Checks that a text is UTF-8.
enum TextEncoding {
    static func refuseUTF16(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        if bytes.starts(with: [0, 0, 0, 0]) {
            throw JSONSyntaxError(offset: 0, message: "zero bytes in place of text", repair: "Save it again.")
        }
        guard bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(2).contains(0) else { return }
        throw JSONSyntaxError(offset: 0, message: "the text looks like UTF-16 or UTF-32", repair: "Save it as UTF-8.")
    }

    /// Throws for bytes that are not UTF-8, including overlong forms and encoded surrogates.
    static func checkUTF8(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
        guard let offset = firstInvalidByte(bytes) else { return }
        throw JSONSyntaxError(
            offset: offset, message: "byte 0x\(hexadecimal(bytes[offset], digits: 2)) is not valid UTF-8", repair: "Save the text as UTF-8."
        )
    }

    private static func firstInvalidByte(_ bytes: ArraySlice<UInt8>) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var iterator = bytes.makeIterator()
        var decoder = UTF8.ForwardParser()
        var offset = bytes.startIndex
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}

extension JSONSource {
    /// Checks that the text is UTF-8.
    /// - Throws: `Problem`, with the place of the first wrong byte.
    package func checkEncoding() throws(Problem) {
        do throws(JSONSyntaxError) {
            try TextEncoding.refuseUTF16(bytes)
            try TextEncoding.checkUTF8(bytes[...])
        } catch {
            throw error.problem(in: self)
        }
    }
}
