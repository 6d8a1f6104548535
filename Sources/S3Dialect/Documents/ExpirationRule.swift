internal import HTTPMessage

/// When a rule of a lifecycle would delete objects. Nothing does: the rule is for the field `x-amz-expiration`.
package struct ExpirationRule: Sendable, Hashable {
    /// When.
    private enum End: Sendable, Hashable {
        case days(Int)
        /// In seconds since 1970.
        case date(Int)
    }

    private static let daySeconds = 86_400

    /// As the client wrote it, or as the server gave it.
    package let id: String
    private let end: End
    private let prefix: [UInt8]
    private let tags: [TagSet.Tag]
    /// Objects of a rule have more bytes.
    private let above: Int
    /// And fewer.
    private let below: Int

    /// Those of a lifecycle, in order, without rules that are off and without what deletes no current version.
    /// - Parameter lifecycle: whose rules are checked and have ids.
    static func all(_ lifecycle: InputElement) -> [ExpirationRule] { lifecycle.elements.compactMap { ExpirationRule($0) } }

    private init?(_ rule: InputElement) {
        guard rule.name == "Rule", rule.firstWord(at: ["Status"]) == "Enabled", let id = rule.firstText(at: ["ID"]) else { return nil }
        self.id = id
        if let days = rule.firstWord(at: ["Expiration", "Days"]).flatMap({ Int($0) }) {
            end = .days(days)
        } else if let date = rule.firstWord(at: ["Expiration", "Date"]).flatMap(Self.midnight) {
            end = .date(date)
        } else {
            return nil
        }
        let filter = rule.elements.first { $0.name == "Filter" }
        let conditions = filter?.elements.first { $0.name == "And" } ?? filter ?? rule
        prefix = Array((conditions.firstText(at: ["Prefix"]) ?? "").utf8)
        tags = conditions.elements.filter { $0.name == "Tag" }.map {
            TagSet.Tag(key: $0.firstText(at: ["Key"]) ?? "", value: $0.firstText(at: ["Value"]) ?? "")
        }
        let size = { (name: String) in conditions.firstWord(at: [name]).flatMap { Int($0) } }
        above = size("ObjectSizeGreaterThan") ?? -1
        below = size("ObjectSizeLessThan") ?? .max
    }

    /// When an object would be deleted, in seconds since 1970: at midnight.
    /// - Parameters:
    ///   - size: its length in bytes.
    ///   - modified: when it was written, in seconds since 1970.
    /// - Returns: nil for an object that the rule is not about.
    package func end(ofKey key: [UInt8], size: Int, tags: [TagSet.Tag], modified: Int) -> Int? {
        guard key.starts(with: prefix), self.tags.allSatisfy(tags.contains), size > above, size < below else { return nil }
        switch end {
        case .date(let date): return date
        case .days(let days):
            // The midnight after so many days.
            let (day, isOver) = (modified / Self.daySeconds + 1).addingReportingOverflow(days)
            return isOver || day > Int.max / Self.daySeconds ? nil : day * Self.daySeconds
        }
    }

    /// Of `2030-01-01…`, in seconds since 1970.
    private static func midnight(_ text: String) -> Int? {
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        let day = CivilTime(year: parts[0], month: parts[1], day: parts[2])
        return day.isValid ? day.secondsSinceEpoch : nil
    }
}
