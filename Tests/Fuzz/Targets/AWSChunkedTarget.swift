internal import HTTPMessage
internal import S3Dialect

/// The length of the object in the first byte, the form in the second, a body after them. Any split of the body gives the same: the same
/// bytes and trailer, or the same error. No more comes out than was announced.
enum AWSChunkedTarget: FuzzTarget {
    private static let forms = [
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
    ]

    package static func run(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let form = forms[Int(bytes[1]) % forms.count]
        var headers: HeaderFields = [("x-amz-content-sha256", form), ("x-amz-decoded-content-length", String(bytes[0]))]
        if form.hasSuffix("-TRAILER") { headers.append(name: "x-amz-trailer", value: "x-amz-checksum-crc32") }
        let request = Request(method: "PUT", target: "/b/k", headers: headers)
        guard let head = try? UploadHead(request) else { preconditionFailure("a head that is right is refused") }
        let body = Array(bytes[2...])
        let whole = decode(body, head, pieces: max(1, body.count))
        for pieces in [1, 3, 64] {
            precondition(decode(body, head, pieces: pieces) == whole, "pieces of \(pieces) differ from the whole")
        }
        if whole.error == nil { precondition(whole.content.count == Int(bytes[0]), "another length than was announced") }
    }

    private struct Outcome: Equatable {
        var content: [UInt8] = []
        var trailer: Checksum?
        var error: String?
    }

    private static func decode(_ body: [UInt8], _ head: UploadHead, pieces: Int) -> Outcome {
        var decoder = AWSChunkedDecoder(head, signatures: nil)
        var outcome = Outcome()
        do throws(S3Error) {
            for start in stride(from: 0, to: body.count, by: pieces) {
                try decoder.take(Array(body[start..<min(body.count, start + pieces)]).span) { piece in
                    for index in piece.indices { outcome.content.append(piece[index]) }
                }
            }
            outcome.trailer = try decoder.finish()
        } catch {
            // What came before an error is not used.
            outcome = Outcome(error: error.code)
        }
        return outcome
    }
}
