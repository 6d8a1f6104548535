package import HTTPMessage

extension Request {
    /// The content of a body in aws-chunked encoding. Signatures are not verified. A body in a file is read once, and takes as long.
    /// - Returns: nil if the head names no such encoding, and if the body cannot be decoded.
    package var unchunkedBody: RequestBody? {
        guard body.count > 0, let head = try? UploadHead(self, checksumIsOfBody: false), head.form.isChunked else { return nil }
        switch body {
        case .empty: return nil
        case .bytes(let bytes):
            guard let content = try? Self.content(of: bytes, head) else { return nil }
            return content.isEmpty ? .empty : .bytes(content)
        case .spooled(let file):
            guard let content = try? UnchunkedBody(file, head) else { return nil }
            return .spooled(content)
        }
    }

    private static func content(of bytes: [UInt8], _ head: UploadHead) throws(S3Error) -> [UInt8] {
        var decoder = AWSChunkedDecoder(head, signatures: nil)
        var content: [UInt8] = []
        content.reserveCapacity(bytes.count)
        try decoder.take(bytes.span) { content.append(contentsOf: $0) }
        _ = try decoder.finish()
        return content
    }
}
