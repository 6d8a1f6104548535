package import HTTPMessage
package import JSONDocument
internal import S3Dialect

/// What S3 posts when objects are created or removed: an event record for each of them.
package struct S3EventDocument: Sendable {
    private let changes: [S3Change]
    private let request: Request
    private let baseDomains: [String]
    /// Nil for another request than an upload form.
    private let form: PostFields?
    private let requestID: String
    private let now: HTTPDate
    /// Of a bucket.
    private let region: @Sendable (String) -> String

    init(
        _ changes: [S3Change], _ request: Request, baseDomains: [String], _ form: PostFields?, requestID: String, _ now: HTTPDate,
        region: @escaping @Sendable (String) -> String
    ) {
        self.changes = changes
        self.request = request
        self.baseDomains = baseDomains
        self.form = form
        self.requestID = requestID
        self.now = now
        self.region = region
    }

    /// The MD5 of no bytes, which S3 names as the entity tag of a delete marker.
    private static let entityTagOfMarkers = "d41d8cd98f00b204e9800998ecf8427e"

    /// `{"Records": […]}`
    package var json: JSONValue {
        let operation = S3RequestSummary(request, baseDomains: baseDomains)?.operation
        return ["Records": .array(changes.map { record($0, of: operation) })]
    }

    private func record(_ change: S3Change, of operation: S3OperationName?) -> JSONValue {
        var object: JSONObject = ["key": .string(EncodedKey.text(change.key))]
        object["size"] = change.size.map { JSONValue($0) }
        object["eTag"] = (change.kind == .markerCreated ? Self.entityTagOfMarkers : change.entityTag).map { .string($0) }
        object["versionId"] = change.version.map { .string($0) }
        let number = String(change.number, radix: 16, uppercase: true)
        object["sequencer"] = .string(String(repeating: "0", count: max(0, 18 - number.count)) + number)
        let claim = form.map { Authenticator.claim(of: $0) } ?? Authenticator.claim(of: request)
        return [
            "eventVersion": "2.1",
            "eventSource": "aws:s3",
            "awsRegion": .string(region(change.bucket)),
            "eventTime": .string(CivilTime(secondsSinceEpoch: now.secondsSinceEpoch).iso8601Milliseconds),
            "eventName": .string(Self.name(of: change, by: operation)),
            "userIdentity": ["principalId": .string(claim.map { "AWS:" + $0.accessKey } ?? "Anonymous")],
            "requestParameters": ["sourceIPAddress": .string(request.arrival.clientAddress)],
            "responseElements": ["x-amz-request-id": .string(requestID), "x-amz-id-2": .string(RequestIdentity.hostID)],
            "s3": [
                "s3SchemaVersion": "1.0",
                "configurationId": "understudy",
                "bucket": [
                    "name": .string(change.bucket), "ownerIdentity": ["principalId": "understudy"],
                    "arn": .string(BucketName.arn(of: change.bucket)),
                ],
                "object": .object(object),
            ],
        ]
    }

    private static func name(of change: S3Change, by operation: S3OperationName?) -> String {
        switch change.kind {
        case .removed: return "ObjectRemoved:Delete"
        case .markerCreated: return "ObjectRemoved:DeleteMarkerCreated"
        case .created:
            let way =
                switch operation {
                case .postObject: "Post"
                case .copyObject: "Copy"
                case .completeMultipartUpload: "CompleteMultipartUpload"
                default: "Put"
                }
            return "ObjectCreated:" + way
        }
    }
}

extension S3Service {
    /// What S3 posts about a request.
    /// - Parameters:
    ///   - session: its `changes` are what the request has changed.
    ///   - plan: the response's.
    /// - Returns: nil if nothing was created or removed.
    package func event(of request: Request, _ plan: WirePlan, in session: S3Session) -> S3EventDocument? {
        guard let changes = session.changes?.all, !changes.isEmpty else { return nil }
        let (view, usual) = (BucketView(objects, session), settings.region)
        return S3EventDocument(
            changes, request, baseDomains: settings.baseDomains, session.changes?.form,
            requestID: plan.ownFields.first("x-amz-request-id") ?? "", session.now
        ) { view.existingBucket($0)?.layer.settings.regionName(usual) ?? usual }
    }
}
