/// What S3 refuses about the notifications of a bucket.
enum NotificationRules {
    /// The configurations: what each is called, its element for the destination, the name of that as an argument, and the service.
    private static let kinds = [
        ("TopicConfiguration", "Topic", "TopicArn", "sns"), ("QueueConfiguration", "Queue", "QueueArn", "sqs"),
        ("CloudFunctionConfiguration", "CloudFunction", "LambdaFunctionArn", "lambda"),
    ]
    /// By the part of the name before the last colon.
    private static let events: [String: Set<String>] = [
        "s3": ["ReducedRedundancyLostObject", "LifecycleTransition", "IntelligentTiering"],
        "s3:ObjectCreated": ["*", "Put", "Post", "Copy", "CompleteMultipartUpload"],
        "s3:ObjectRemoved": ["*", "Delete", "DeleteMarkerCreated"], "s3:ObjectRestore": ["*", "Post", "Completed", "Delete"],
        "s3:Replication": [
            "*", "OperationFailedReplication", "OperationNotTracked", "OperationMissedThreshold", "OperationReplicatedAfterThreshold",
        ],
        "s3:ObjectAcl": ["Put"], "s3:LifecycleExpiration": ["*", "Delete", "DeleteMarkerCreated"],
        "s3:ObjectTagging": ["*", "Put", "Delete"],
    ]

    /// - Throws: InvalidArgument; MalformedXML for a configuration without a destination.
    static func check(_ root: InputElement) throws(S3Error) {
        for configuration in try root.children(kinds.map(\.0) + ["EventBridgeConfiguration"]) {
            guard let (_, element, argument, service) = kinds.first(where: { $0.0 == configuration.name }) else {
                _ = try configuration.children()
                continue
            }
            let parts = try configuration.children("Id", element, "Event", "Filter")
            try check(filter: parts.optional("Filter"))
            let arn = try parts.required(element).word()
            guard isARN(arn, of: service) else { throw .invalidArgument("The ARN is not well formed", argument, arn) }
            for child in parts where child.name == "Event" {
                let event = try child.word()
                guard isEvent(event) else {
                    throw .invalidArgument("The event '\(event)' is not supported for notifications", "Event", event)
                }
            }
        }
    }

    private static func check(filter: InputElement?) throws(S3Error) {
        for rule in try filter?.children("S3Key").required("S3Key").children("FilterRule") ?? [] {
            let parts = try rule.children("Name", "Value")
            for name in ["Name", "Value"] { _ = try parts.required(name).text() }
        }
    }

    private static func isEvent(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":") else { return false }
        return events[String(text[..<colon])]?.contains(String(text[text.index(after: colon)...])) ?? false
    }

    /// `arn:aws:sqs:us-east-1:123456789012:name`
    private static func isARN(_ text: String, of service: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        return parts.count == 6 && parts[0] == "arn" && parts[1].hasPrefix("aws") && parts[2] == service
            && parts[3...].allSatisfy { !$0.isEmpty }
    }
}
