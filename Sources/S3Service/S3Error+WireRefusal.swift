internal import HTTPMessage
internal import S3Dialect

extension S3Error {
    /// The error of a request that the wire refuses itself.
    init(_ refusal: WireRefusal) {
        let reason = refusal.reason
        switch refusal.cause {
        case .malformedTarget: self.init(.invalidURI, nil, [("URI", refusal.request.path)])
        case .targetTooLong: self.init(.invalidURI, reason)
        case .headTooLong: self.init(.requestHeaderSectionTooLarge, reason)
        case .bodyTooLong:
            if refusal.request.headerCount == 0 {
                // Its length is no number that fits anywhere: the head was not read to its end, and no setting helps.
                self.init(.entityTooLarge, nil, [("MaxSizeAllowed", String(UploadHead.maximumLength))])
            } else {
                self.init(.entityTooLarge, reason)
            }
        case .headTimeout, .bodyTimeout: self.init(.requestTimeout)
        case .unknownTransferCoding: self.init(.notImplemented, reason, [("Header", "Transfer-Encoding")])
        case .unknownVersion: self.init(.badRequest, reason, status: 505)
        // No descriptor is left: the request may be sent again.
        case .bodyNotKept where refusal.status == 503: self.init(.serviceUnavailable, reason, headers: [("Retry-After", "1")])
        case .bodyNotKept, .unsendableResponse: self = .internalError(reason)
        case .malformed, .plainHTTP, .tls, .http2, .brokenOff, .cutOff: self.init(.badRequest, reason)
        }
    }
}
