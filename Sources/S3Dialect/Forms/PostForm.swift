internal import HTTPMessage

/// Reads an upload form (multipart/form-data) while it arrives: fields, then the file.
///
/// Any split of the bytes gives the same. What follows the file is ignored, as by S3. For one thread at a time.
package struct PostForm: ~Copyable {
    /// Where the reader is.
    private enum Place {
        /// In what a delimiter ends: the preamble, or a part.
        case content
        /// Behind a delimiter, in the rest of its line.
        case delimiterEnd
        /// In the fields of a part.
        case head
        /// Behind the last delimiter.
        case end
    }

    /// What the content is of.
    private enum Part { case preamble, field(String), file, ignored }

    /// The most bytes of all fields before the file.
    package static let maximumFieldBytes = 20 << 10

    /// CR, LF, two hyphens and the boundary. The CR is nowhere else in it, so that a search that fails begins anew with the next byte.
    private let delimiter: [UInt8]
    /// How much of the delimiter has been seen. The form begins as if behind a line end.
    private var matched = 2
    private var place = Place.content
    private var part = Part.preamble
    private var line: [UInt8] = []
    /// The fields of the part that begins; nothing behind the file, where no part is read.
    private(set) var head: [UInt8] = []
    private var value: [UInt8] = []
    private var fieldBytes = 0
    private var pairs: [(name: String, value: String)] = []

    /// The fields; nil until the file begins.
    package private(set) var fields: PostFields?

    /// - Parameter contentType: of the request; nil without the field.
    /// - Throws: PreconditionFailed for another type; MalformedPOSTRequest without a boundary.
    package init(contentType: String?) throws(S3Error) {
        let type = MediaType(contentType ?? "")
        guard type.essence == "multipart/form-data" else {
            throw S3Error(.preconditionFailed, nil, [("Condition", "Bucket POST must be of the enclosure-type multipart/form-data")])
        }
        guard let boundary = type.parameter("boundary"), (1...200).contains(boundary.utf8.count), !boundary.utf8.contains(13) else {
            throw S3Error(.malformedPOSTRequest)
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Takes the next bytes.
    /// - Parameter give: gets the file's bytes in them, in pieces. `fields` is there before the first.
    /// - Throws: MalformedPOSTRequest, MaxPostPreDataLengthExceeded, IncorrectNumberOfFilesInPostRequest.
    package mutating func take(_ bytes: Span<UInt8>, _ give: (Span<UInt8>) -> Void) throws(S3Error) {
        var index = 0
        while index < bytes.count {
            switch place {
            case .content: index = try takeContent(bytes, from: index, give)
            case .end: return
            case .delimiterEnd, .head:
                let byte = bytes[index]
                index += 1
                try takeLineByte(byte, give)
            }
        }
    }

    /// The body is over.
    /// - Throws: MalformedPOSTRequest when the form is not; InvalidArgument without a file.
    package mutating func finish() throws(S3Error) {
        guard case .end = place else { throw S3Error(.malformedPOSTRequest) }
        guard fields != nil else { throw .invalidArgument("POST requires exactly one file upload per request.", "file", "0") }
    }

    // MARK: Content

    private mutating func takeContent(_ bytes: Span<UInt8>, from start: Int, _ give: (Span<UInt8>) -> Void) throws(S3Error) -> Int {
        var index = start
        var plain = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == delimiter[matched] {
                // What stands before the delimiter is content, once it is known that it is none.
                if matched == 0 {
                    try keep(bytes.extracting(plain..<index), give)
                    plain = index
                }
                matched += 1
                index += 1
                if matched == delimiter.count {
                    place = .delimiterEnd
                    return index
                }
            } else if matched > 0 {
                let begun = delimiter
                try keep(begun.span.extracting(0..<matched), give)
                matched = 0
                plain = index
            } else {
                index += 1
            }
        }
        if matched == 0 { try keep(bytes.extracting(plain..<index), give) }
        return index
    }

    private mutating func keep(_ bytes: Span<UInt8>, _ give: (Span<UInt8>) -> Void) throws(S3Error) {
        guard !bytes.isEmpty else { return }
        switch part {
        case .preamble, .ignored: break
        case .file: give(bytes)
        case .field:
            try count(bytes.count)
            value.append(contentsOf: bytes)
        }
    }

    private mutating func count(_ bytes: Int) throws(S3Error) {
        guard fields == nil else { return }
        fieldBytes += bytes
        guard fieldBytes <= Self.maximumFieldBytes else {
            throw S3Error(.maxPostPreDataLengthExceeded, nil, [("MaxPostPreDataLengthBytes", String(Self.maximumFieldBytes))])
        }
    }

    // MARK: Lines

    private mutating func takeLineByte(_ byte: UInt8, _ give: (Span<UInt8>) -> Void) throws(S3Error) {
        line.append(byte)
        try count(1)
        guard line.count <= Self.maximumFieldBytes else { throw S3Error(.malformedPOSTRequest) }
        if case .delimiterEnd = place {
            if line.elementsEqual("--".utf8) {
                try endPart()
                place = .end
                return
            }
            let isPossible = byte == 10 || byte == 13 || byte == UInt8(ascii: " ") || byte == 9 || line.elementsEqual("-".utf8)
            guard isPossible else {
                // A longer word that begins like the boundary.
                let (whole, rest) = (delimiter, line)
                try keep(whole.span, give)
                line = []
                place = .content
                matched = 0
                return try take(rest.span, give)
            }
        }
        guard byte == 10 else { return }
        try endLine()
    }

    private mutating func endLine() throws(S3Error) {
        if case .delimiterEnd = place {
            try endPart()
            line = []
            place = .head
            return
        }
        guard line == [13, 10] || line == [10] else {
            if fields == nil { head += line }
            line = []
            return
        }
        line = []
        try beginPart()
    }

    private mutating func endPart() throws(S3Error) {
        if case .field(let name) = part { pairs.append((name, FieldText.decode(value[...]))) }
        value = []
        matched = 0
        part = fields == nil ? .preamble : .ignored
    }

    private mutating func beginPart() throws(S3Error) {
        defer { head = [] }
        place = .content
        guard fields == nil else { return }
        guard let disposition = Self.disposition(head), disposition.kind == "form-data", let name = disposition.parameter("name") else {
            throw S3Error(.malformedPOSTRequest)
        }
        if name.lowercased() == "file" {
            fields = PostFields(pairs, fileName: disposition.parameter("filename"))
            part = .file
        } else {
            part = .field(name)
        }
    }

    private static func disposition(_ head: [UInt8]) -> PartDisposition? {
        for line in head.split(separator: 10) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), ASCII.equalsIgnoringCase(line[..<colon], "content-disposition".utf8)
            else { continue }
            return PartDisposition(line[(colon + 1)...].filter { $0 != 13 }[...])
        }
        return nil
    }
}
