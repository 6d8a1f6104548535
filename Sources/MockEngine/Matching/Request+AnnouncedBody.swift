internal import HTTPMessage

extension Request {
    /// Whether nothing is here of the body that the head announces: it did not come whole, or was not kept.
    var lacksAnnouncedBody: Bool {
        guard case .empty = body, firstHeaderIndex("Content-Length") != nil || firstHeaderIndex("Transfer-Encoding") != nil else {
            return false
        }
        return announcedBodyLength != 0
    }

    /// How many bytes of a body the head announces; nil if it does not say. An upload to S3 in chunks of S3's own has a field for them.
    var announcedBodyLength: Int? {
        let decoded = arrival.listener == .s3 ? firstHeader("x-amz-decoded-content-length") : nil
        return (decoded ?? firstHeader("Content-Length")).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
