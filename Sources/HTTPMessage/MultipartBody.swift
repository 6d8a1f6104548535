/// The parts of a multipart body (RFC 2046, section 5.1; RFC 7578).
package struct MultipartBody: Sendable {
    /// One part.
    package struct Part: Sendable {
        /// The part's own header fields.
        package var headers: HeaderFields
        /// The part's bytes; a slice of the whole body.
        package var body: ArraySlice<UInt8>

        /// `name` of Content-Disposition; nil when it is missing.
        package var name: String? { disposition?.parameter("name") }
        /// `filename` of Content-Disposition; nil when it is missing.
        package var fileName: String? { disposition?.parameter("filename") }
        /// Whether it is a field of a form: `form-data` with a name.
        var isField: Bool { disposition?.essence == "form-data" && name?.isEmpty == false }
        private var disposition: MediaType? { headers.first("Content-Disposition").map { MediaType($0) } }
    }

    /// Why a body is not multipart.
    package enum ReadError: Error, Sendable, Equatable, CustomStringConvertible {
        case noBoundary
        case noDelimiter(boundary: String)
        case notClosed(boundary: String)
        case headWithoutEnd(part: Int)
        case tooManyParts(limit: Int)

        package var description: String {
            switch self {
            case .noBoundary: "the Content-Type names no boundary"
            case .noDelimiter(let boundary): "no line \"--\(boundary)\" in the body"
            case .notClosed(let boundary): "the last part is not ended by \"--\(boundary)--\""
            case .headWithoutEnd(let part): "part \(part) has no empty line after its header fields"
            case .tooManyParts(let limit): "it has more than \(limit) parts, which limits.multipartParts allows"
            }
        }
    }

    /// All parts, in order.
    package let parts: [Part]
    /// Those that WireMock has: fields of a form, and every part of a `multipart/related` body.
    package let knownParts: [Part]

    /// Splits a body into its parts.
    /// - Parameters:
    ///   - contentType: the request's; must begin with `multipart/` and name a boundary.
    ///   - maximumParts: a body with more parts is refused.
    /// - Throws: when the type is another one, or the body is malformed or has too many parts.
    package init(_ body: [UInt8], contentType: MediaType, maximumParts: Int = 10_000) throws(ReadError) {
        guard contentType.essence.hasPrefix("multipart/"), let boundary = contentType.parameter("boundary"), !boundary.isEmpty
        else { throw .noBoundary }
        var reader = Reader(body: body, boundary: boundary)
        parts = try reader.parts(atMost: maximumParts)
        knownParts = contentType.essence == "multipart/related" ? parts : parts.filter(\.isField)
    }

    /// Goes from delimiter to delimiter.
    private struct Reader {
        let body: [UInt8]
        let boundary: String
        let delimiter: [UInt8]
        var index = 0

        init(body: [UInt8], boundary: String) {
            self.body = body
            self.boundary = boundary
            delimiter = Array("--\(boundary)".utf8)
        }

        mutating func parts(atMost limit: Int) throws(ReadError) -> [Part] {
            guard skipPreamble() else { throw .noDelimiter(boundary: boundary) }
            var parts: [Part] = []
            while !atClose {
                guard parts.count < limit else { throw .tooManyParts(limit: limit) }
                skipLine()
                guard let end = nextDelimiter() else { throw .notClosed(boundary: boundary) }
                guard let part = Self.part(body[index..<max(index, end)]) else { throw .headWithoutEnd(part: parts.count + 1) }
                parts.append(part)
                index = end
                if body[index] == 13 { index += 1 }
                index += 1 + delimiter.count
            }
            return parts
        }

        /// Moves behind the first delimiter, which may be at the very beginning.
        private mutating func skipPreamble() -> Bool {
            if isDelimiter(at: 0) {
                index = delimiter.count
                return true
            }
            guard let found = nextDelimiter() else { return false }
            index = found + (body[found] == 13 ? 2 : 1) + delimiter.count
            return true
        }

        private var atClose: Bool { index + 1 < body.count && body[index] == UInt8(ascii: "-") && body[index + 1] == UInt8(ascii: "-") }

        private mutating func skipLine() {
            while index < body.count, body[index] != 10 { index += 1 }
            index = min(index + 1, body.count)
        }

        /// Where the line end before the next delimiter begins.
        private func nextDelimiter() -> Int? {
            var place = max(0, index - 1)
            while let feed = body[place...].firstIndex(of: 10) {
                if isDelimiter(at: feed + 1) { return feed > index && body[feed - 1] == 13 ? feed - 1 : feed }
                place = feed + 1
            }
            return nil
        }

        private func isDelimiter(at place: Int) -> Bool {
            guard body[place...].starts(with: delimiter) else { return false }
            let end = place + delimiter.count
            return end == body.count || [10, 13, UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains(body[end])
        }

        /// Reads a part's fields and leaves the rest as its body. A line that begins with a blank goes on with the value before it.
        private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
            var fields: [HeaderFields.Field] = []
            var rest = bytes
            while let feed = rest.firstIndex(of: 10) {
                let line = rest[..<feed].last == 13 ? rest[..<(feed - 1)] : rest[..<feed]
                rest = rest[(feed + 1)...]
                if line.isEmpty { return Part(headers: HeaderFields(fields), body: rest) }
                guard append(line, to: &fields) else { return nil }
            }
            // A part may consist of its fields only.
            guard rest.isEmpty || append(rest, to: &fields) else { return nil }
            return Part(headers: HeaderFields(fields), body: rest[rest.endIndex...])
        }

        /// - Returns: false for a line that belongs to no field.
        private static func append(_ line: ArraySlice<UInt8>, to fields: inout [HeaderFields.Field]) -> Bool {
            if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                guard let last = fields.indices.last else { return false }
                fields[last].value += " " + FieldText.decode(ASCII.trimmingSpace(line))
                return true
            }
            guard let mark = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
            let value = FieldText.decode(ASCII.trimmingSpace(line[(mark + 1)...]))
            fields.append(HeaderFields.Field(FieldText.decode(line[..<mark]), value))
            return true
        }
    }
}
