/// What a notification is sent for: events, and the keys that they are about.
struct NotificationTrigger {
    private let events: Set<String>
    /// Empty for all keys.
    private let prefix: String
    private let suffix: String

    /// - Parameter configuration: the elements of a configuration whose events and filter are checked.
    init(_ configuration: [InputElement]) {
        events = Set(configuration.filter { $0.name == "Event" }.compactMap { try? $0.word() })
        let rules = configuration.first { $0.name == "Filter" }?.elements.first { $0.name == "S3Key" }?.elements ?? []
        func value(_ name: String) -> String {
            rules.first { $0.firstWord(at: ["Name"])?.lowercased() == name }?.firstText(at: ["Value"]) ?? ""
        }
        prefix = value("prefix")
        suffix = value("suffix")
    }

    /// Whether one event can be sent for both, because no key tells them apart.
    func overlaps(_ other: NotificationTrigger) -> Bool {
        (prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix))
            && (suffix.hasSuffix(other.suffix) || other.suffix.hasSuffix(suffix))
            && events.contains { event in other.events.contains { Self.covers($0, event) || Self.covers(event, $0) } }
    }

    /// Whether the first stands for the second: `s3:ObjectCreated:*` for `s3:ObjectCreated:Put`.
    private static func covers(_ name: String, _ event: String) -> Bool {
        name == event || name.hasSuffix("*") && event.hasPrefix(name.dropLast())
    }
}
