internal import HTTPMessage
internal import S3Dialect

/// The upload form in the body of a call.
struct ReceivedForm: Sendable {
    private static let block = 256 << 10
    /// The fields that are header fields of an upload under another name.
    private static let renamed = ["acl": "x-amz-acl"]

    let fields: PostFields
    /// The content of the file.
    let file: [UInt8]

    /// - Throws: MalformedPOSTRequest and others of `PostForm`; InternalError when the body cannot be read.
    init(_ call: S3Call) throws(S3Error) {
        var form = try PostForm(contentType: call.request.firstHeader("Content-Type"))
        var file: [UInt8] = []
        func take(_ bytes: [UInt8]) throws(S3Error) {
            try form.take(bytes.span) { piece in
                file.reserveCapacity(file.count + piece.count)
                for index in piece.indices { file.append(piece[index]) }
            }
        }
        switch call.request.body {
        case .empty: break
        case .bytes(let bytes): try take(bytes)
        case .spooled(let body):
            var offset = 0
            while offset < body.count {
                let piece: [UInt8]
                do { piece = try body.read(at: offset, limit: Self.block) } catch { throw .internalError("Reading the body: \(error)") }
                guard !piece.isEmpty else { throw .internalError("Reading the body: it is shorter than it was.") }
                try take(piece)
                offset += piece.count
            }
        }
        try form.finish()
        guard let fields = form.fields else { throw S3Error(.malformedPOSTRequest) }
        self.fields = fields
        self.file = file
    }

    /// The fields as those of an upload.
    var headers: HeaderFields {
        HeaderFields(fields.fields.map { HeaderFields.Field(Self.renamed[$0.name] ?? $0.name, $0.value) })
    }
}
