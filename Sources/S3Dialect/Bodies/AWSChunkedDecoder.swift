internal import Digest
internal import HTTPMessage

/// Takes aws-chunked encoding apart, while it arrives: `hex;chunk-signature=…`, data, …, `0;chunk-signature=…`, trailer.
///
/// Any split of the bytes gives the same. Chunks may have any size; S3 wants all but the last to have 8 kB. For one thread at a time.
package struct AWSChunkedDecoder: ~Copyable {
    /// Where the decoder is.
    private enum Place {
        /// In the line before a chunk.
        case size
        /// In the data of a chunk, of which so many bytes are missing.
        case data(Int)
        /// In the line end behind the data.
        case dataEnd
        /// In the lines behind the last chunk.
        case trailer
        case end
    }

    /// A longer line is no line of a chunk: 16 digits, `;chunk-signature=`, 64 digits.
    private static let longestLine = 256
    private static let longestTrailer = 4_096

    private let isSigned: Bool
    private let hasTrailer: Bool
    private let announced: ChecksumAlgorithm?
    private let length: Int
    private var signatures: ChunkSignatures?

    private var place = Place.size
    private var line: [UInt8] = []
    private var decoded = 0
    private var digest: IncrementalDigest?
    /// The signature that the line before the chunk has.
    private var given: [UInt8] = []
    private var trailerBytes = 0
    private var trailer: Checksum?
    private var signedTrailer = ""
    private var hasTrailerSignature = false

    /// - Parameters:
    ///   - head: its form is `.chunks`.
    ///   - signatures: what the chunks are signed with; nil to read signatures without verifying them.
    package init(_ head: UploadHead, signatures: ChunkSignatures?) {
        if case .chunks(let isSigned, let hasTrailer) = head.form {
            (self.isSigned, self.hasTrailer) = (isSigned, hasTrailer)
        } else {
            (isSigned, hasTrailer) = (false, false)
        }
        announced = head.trailer
        length = head.length ?? 0
        self.signatures = isSigned ? signatures : nil
        digest = self.signatures == nil ? nil : IncrementalDigest(.sha256)
    }

    /// Whether the encoding is over.
    package var isAtEnd: Bool { if case .end = place { true } else { false } }

    /// Takes the next bytes.
    /// - Parameter give: gets the data in them, in pieces.
    /// - Throws: IncompleteBody, MalformedTrailerError, SignatureDoesNotMatch. Nothing of the body may be used then.
    package mutating func take(_ bytes: Span<UInt8>, _ give: (Span<UInt8>) -> Void) throws(S3Error) {
        var index = 0
        while index < bytes.count {
            switch place {
            case .data(let missing):
                let end = min(bytes.count, index + missing)
                let piece = bytes.extracting(index..<end)
                digest?.update(piece)
                give(piece)
                place = end - index == missing ? .dataEnd : .data(missing - (end - index))
                index = end
            case .end: throw Self.malformed
            case .size, .dataEnd, .trailer:
                let byte = bytes[index]
                index += 1
                guard byte == 10 else {
                    guard line.count < (isInTrailer ? Self.longestTrailer : Self.longestLine) else { throw Self.malformed }
                    line.append(byte)
                    continue
                }
                // S3's own examples end the lines of a trailer without the first of the two.
                guard line.last == 13 || isInTrailer else { throw Self.malformed }
                if line.last == 13 { line.removeLast() }
                try endLine()
                line.removeAll(keepingCapacity: true)
            }
        }
    }

    /// The body is over.
    /// - Returns: the checksum that the trailer brought; nil without one.
    /// - Throws: IncompleteBody when the encoding is not, or the object has another length than announced; MalformedTrailerError.
    package mutating func finish() throws(S3Error) -> Checksum? {
        guard isAtEnd else { throw Self.malformed }
        guard decoded == length else { throw wrongLength(decoded) }
        if isSigned, hasTrailer, announced != nil, trailer == nil || !hasTrailerSignature { throw S3Error(.malformedTrailerError) }
        return trailer
    }

    private static let malformed = S3Error(.incompleteBody, "The request body terminated unexpectedly")
    private var isInTrailer: Bool { if case .trailer = place { true } else { false } }

    private func wrongLength(_ provided: Int) -> S3Error {
        S3Error(.incompleteBody, nil, [("NumberBytesExpected", String(length)), ("NumberBytesProvided", String(provided))])
    }

    private mutating func endLine() throws(S3Error) {
        switch place {
        case .size: try beginChunk()
        case .dataEnd:
            guard line.isEmpty else { throw Self.malformed }
            try endChunk()
            place = .size
        case .trailer: try endTrailerLine()
        case .data, .end: break
        }
    }

    private mutating func beginChunk() throws(S3Error) {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        let size = try Self.size(digits)
        let rest = line[digits.endIndex...]
        given = try signature(rest)
        guard size <= length - decoded else { throw wrongLength(decoded + size) }
        decoded += size
        if size > 0 {
            place = .data(size)
        } else {
            try endChunk()
            place = .trailer
        }
    }

    private static func size(_ digits: ArraySlice<UInt8>) throws(S3Error) -> Int {
        guard (1...15).contains(digits.count) else { throw malformed }
        var size = 0
        for digit in digits {
            guard let value = ASCII.hexValue(digit) else { throw malformed }
            size = size << 4 | Int(value)
        }
        return size
    }

    /// The signature of `;chunk-signature=…`. Other extensions are ignored when nothing is signed.
    private func signature(_ extension: ArraySlice<UInt8>) throws(S3Error) -> [UInt8] {
        guard isSigned else { return [] }
        let name = ";chunk-signature=".utf8
        guard `extension`.starts(with: name) else { throw Self.malformed }
        let digits = `extension`.dropFirst(name.count)
        guard HexadecimalDigest.isValid(digits.span) else { throw Self.malformed }
        return Array(digits)
    }

    private mutating func endChunk() throws(S3Error) {
        guard let computed = digest?.finish().hex, let expected = signatures?.next(digest: computed) else { return }
        guard SecretComparison.areEqual(Array(expected.utf8), given) else { throw S3Error(.signatureDoesNotMatch) }
    }

    private mutating func endTrailerLine() throws(S3Error) {
        trailerBytes += line.count + 1
        guard trailerBytes <= Self.longestTrailer else { throw S3Error(.malformedTrailerError) }
        if line.isEmpty {
            // Some clients write an empty line before the trailer's signature, too.
            if isSigned, trailer != nil, !hasTrailerSignature { return }
            place = .end
            return
        }
        guard hasTrailer, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw S3Error(.malformedTrailerError) }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: ASCII.trimmingSpace(line[(colon + 1)...]), as: UTF8.self)
        if name == "x-amz-trailer-signature" {
            try endTrailer(value)
        } else {
            guard let announced, name == announced.field, trailer == nil, !hasTrailerSignature else {
                throw S3Error(.malformedTrailerError)
            }
            guard let checksum = Checksum(announced, text: value), checksum.parts == nil else {
                throw S3Error(.invalidRequest, "Value for \(announced.field) trailing header is invalid.")
            }
            trailer = checksum
            signedTrailer += "\(name):\(value)\n"
        }
    }

    private mutating func endTrailer(_ given: String) throws(S3Error) {
        guard isSigned, !hasTrailerSignature, HexadecimalDigest.isValid(given.utf8.span) else { throw S3Error(.malformedTrailerError) }
        hasTrailerSignature = true
        guard let expected = signatures?.trailer(digest: MessageDigest.of(signedTrailer, .sha256).hex) else { return }
        guard SecretComparison.areEqual(Array(expected.utf8), Array(given.utf8)) else { throw S3Error(.signatureDoesNotMatch) }
    }
}
