import Testing

@testable import S3Dialect

/// How many notifications a bucket may have, and of how many events.
@Suite struct NotificationRulesTests {
    private func keep(_ configurations: [String]) throws(S3Error) {
        let text = "<NotificationConfiguration>\(configurations.joined())</NotificationConfiguration>"
        _ = try KeptDocument(.notification, Array(text.utf8), bucket: "pics")
    }

    private func queue(_ id: Int, _ events: String, prefix: String) -> String {
        let filter = "<Filter><S3Key><FilterRule><Name>prefix</Name><Value>\(prefix)</Value></FilterRule></S3Key></Filter>"
        let content = "<Id>\(id)</Id><Queue>arn:aws:sqs:us-east-1:123456789012:q</Queue>\(events)\(filter)"
        return "<QueueConfiguration>\(content)</QueueConfiguration>"
    }

    @Test func aBucketHasSoManyNotifications() throws {
        let configurations = (1...101).map { queue($0, "<Event>s3:ObjectCreated:*</Event>", prefix: "\($0)/") }
        try keep(["<EventBridgeConfiguration/>"] + configurations.dropLast())
        let error = #expect(throws: S3Error.self) { try keep(configurations) }
        #expect((error?.status, error?.code) == (400, "InvalidRequest"))
        #expect(error?.message == "The number of notification configurations must not exceed the allowed limit of 100.")
    }

    /// The longest document, of two events that are named again and again.
    @Test(.timeLimit(.minutes(1))) func eventsThatAreNamedAgainTakeNoTime() throws {
        let created = String(repeating: "<Event>s3:ObjectCreated:Put</Event>", count: 14_000)
        let removed = String(repeating: "<Event>s3:ObjectRemoved:Delete</Event>", count: 14_000)
        try keep([queue(1, created, prefix: ""), queue(2, removed, prefix: "")])
        let first = queue(1, created + "<Event>s3:ObjectRemoved:*</Event>", prefix: "")
        let error = #expect(throws: S3Error.self) { try keep([first, queue(2, removed, prefix: "a")]) }
        #expect(error?.message.hasPrefix("Configuration is ambiguously defined.") == true)
    }
}
