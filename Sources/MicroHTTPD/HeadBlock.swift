internal import HTTPMessage

/// The part of a head between the status code and the library's own fields: the reason phrase, then header fields, each after CRLF. One
/// zero-terminated piece of memory at a fixed address, which the library copies into the head. Written once, in `make`, then only read.
@safe final class HeadBlock: ManagedBuffer<HeadBlock.Extent, CChar> {
    struct Extent {
        var phrase: Int
        var whole: Int
    }

    /// Number of bytes.
    var count: Int { header.whole }
    /// Valid as long as this object.
    var pointer: UnsafePointer<CChar> { unsafe withUnsafeMutablePointerToElements { unsafe UnsafePointer($0) } }

    static func make(_ phrase: String, _ fields: some Sequence<HeaderFields.Field>) -> HeadBlock {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        FieldText.encode(phrase, to: &bytes)
        let phraseEnd = bytes.count
        for field in fields { field.write(to: &bytes) }
        return unsafe make(bytes.count, phrase: phraseEnd) { target in unsafe target.copyBytes(from: bytes) }
    }

    /// A block with these fields first, right behind the phrase.
    func adding(_ fields: HeaderFields) -> HeadBlock {
        if fields.isEmpty { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        for field in fields { field.write(to: &bytes) }
        let (phrase, whole) = (header.phrase, header.whole)
        return unsafe Self.make(whole + bytes.count, phrase: phrase) { target in
            let source = unsafe UnsafeRawBufferPointer(start: pointer, count: whole)
            unsafe target.copyBytes(from: source[..<phrase])
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[phrase...]).copyBytes(from: bytes)
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[(phrase + bytes.count)...]).copyBytes(from: source[phrase...])
        }
    }

    private static func make(_ count: Int, phrase: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> HeadBlock {
        let made = Self.create(minimumCapacity: count + 1) { _ in Extent(phrase: phrase, whole: count) }
        unsafe made.withUnsafeMutablePointerToElements { elements in
            unsafe elements.initialize(repeating: 0, count: count + 1)
            unsafe fill(UnsafeMutableRawBufferPointer(start: elements, count: count))
        }
        return unsafe unsafeDowncast(made, to: HeadBlock.self)
    }
}

extension HeaderFields.Field {
    /// Appends the field as a line, with the line break before it.
    fileprivate func write(to bytes: inout [UInt8]) {
        bytes.append(13)
        bytes.append(10)
        FieldText.encode(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        FieldText.encode(value, to: &bytes)
    }
}
