internal import XMLDocument

/// The notifications of a bucket: what S3 refuses about them, and what it adds.
enum NotificationRules {
    /// The configurations: what each is called, its element for the destination, and the service.
    private static let kinds = [
        ("TopicConfiguration", "Topic", "sns"), ("QueueConfiguration", "Queue", "sqs"),
        ("CloudFunctionConfiguration", "CloudFunction", "lambda"),
    ]
    /// How many of them a bucket has at most.
    private static let limit = 100
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

    /// The document with an id in every configuration, and with the names of its filters as S3 writes them.
    /// - Throws: InvalidArgument; InvalidRequest for too many; MalformedXML for a configuration without a destination or an event.
    static func completed(_ root: InputElement) throws(S3Error) -> XMLElement {
        try check(root)
        var document = root.element
        for index in document.children.indices {
            guard case .element(var configuration) = document.children[index], kinds.contains(where: { $0.0 == configuration.name.local })
            else { continue }
            spellNames(in: &configuration)
            if InputElement(configuration).firstText(at: ["Id"])?.isEmpty ?? true {
                configuration.children.removeAll { if case .element(let child) = $0 { child.name.local == "Id" } else { false } }
                configuration.addID("Id", at: index)
            }
            document.children[index] = .element(configuration)
        }
        return document
    }

    /// Clients may write the names of filters in any case. Each is one of the two.
    private static func spellNames(in element: inout XMLElement) {
        for index in element.children.indices {
            guard case .element(var child) = element.children[index] else { continue }
            if child.name.local == "Name" {
                child.children = [.text(child.text.lowercased().contains("prefix") ? "Prefix" : "Suffix")]
            } else {
                spellNames(in: &child)
            }
            element.children[index] = .element(child)
        }
    }

    private static func check(_ root: InputElement) throws(S3Error) {
        let configurations = try root.children(kinds.map(\.0) + ["EventBridgeConfiguration"])
        guard configurations.count(where: { $0.name != "EventBridgeConfiguration" }) <= limit else {
            throw S3Error(
                .invalidRequest, "The number of notification configurations must not exceed the allowed limit of \(limit).")
        }
        var ids: Set<String> = []
        var triggers: [NotificationTrigger] = []
        for configuration in configurations {
            guard let (_, element, service) = kinds.first(where: { $0.0 == configuration.name }) else {
                _ = try configuration.children()
                continue
            }
            let parts = try configuration.children("Id", element, "Event", "Filter")
            try check(filter: parts.optional("Filter"))
            let arn = try parts.required(element).word()
            guard isARN(arn, of: service) else { throw .invalidArgument("The ARN could not be parsed", element, arn) }
            let wanted = parts.filter { $0.name == "Event" }
            guard !wanted.isEmpty else { throw S3Error(.malformedXML) }
            for child in wanted {
                let event = try child.word()
                guard isEvent(event) else {
                    throw .invalidArgument("The event '\(event)' is not supported for notifications", "Event", event)
                }
            }
            if let id = try parts.optional("Id")?.text(), !id.isEmpty, !ids.insert(id).inserted {
                throw .invalidArgument("Same ID used for multiple configurations. IDs must be unique.", "Id", id)
            }
            let trigger = NotificationTrigger(parts)
            guard !triggers.contains(where: trigger.overlaps) else {
                throw S3Error(
                    .invalidArgument,
                    "Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping "
                        + "for the same event type.")
            }
            triggers.append(trigger)
        }
    }

    private static func check(filter: InputElement?) throws(S3Error) {
        var names: Set<String> = []
        for rule in try filter?.children("S3Key").required("S3Key").children("FilterRule") ?? [] {
            let parts = try rule.children("Name", "Value")
            let name = try parts.required("Name").word()
            _ = try parts.required("Value").text()
            guard ["prefix", "suffix"].contains(name.lowercased()) else {
                throw .invalidArgument("filter rule name must be either prefix or suffix", "FilterRule.Name", name)
            }
            guard names.insert(name.lowercased()).inserted else {
                throw .invalidArgument(
                    "Cannot specify more than one \(name.lowercased()) rule in a filter.", "FilterRule.Name", name)
            }
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
