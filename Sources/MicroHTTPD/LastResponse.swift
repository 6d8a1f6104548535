internal import HTTPMessage

/// A response that is written to the descriptor and ends the connection, for when the library accepts none any more. A body that is not in
/// memory is left out.
struct LastResponse {
    let response: Response
    /// Whether the length of the body is announced; else the end of the connection is its end.
    var announcesLength = true
    /// Whether the body is sent: not in response to HEAD.
    var sendsBody = true

    /// The bytes of the body.
    var body: [UInt8] { if case .bytes(let bytes) = response.body { bytes } else { [] } }

    /// Head and body, with that time as the date unless the response has its own.
    func bytes(at date: HTTPDate) -> [UInt8] {
        let body = body
        var bytes = Array("HTTP/1.1 \(response.status) ".utf8)
        FieldText.encode(response.reason ?? ReasonPhrase.of(UInt32(response.status)), to: &bytes)
        if !response.headers.contains("Date") { bytes += "\r\nDate: \(date.text)".utf8 }
        bytes += "\r\nConnection: close".utf8
        for field in response.headers.compactMap(\.withoutPersistence) {
            bytes += [13, 10]
            FieldText.encode("\(field.name): \(field.value)", to: &bytes)
        }
        if announcesLength { bytes += "\r\nContent-Length: \(body.count)".utf8 }
        return bytes + [13, 10, 13, 10] + (sendsBody ? body : [])
    }
}
