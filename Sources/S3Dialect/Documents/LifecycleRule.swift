internal import HTTPMessage

/// When a rule of a lifecycle would delete objects and end uploads. Nothing does: the rule is for the fields `x-amz-expiration` and
/// `x-amz-abort-date`.
package struct LifecycleRule: Sendable, Hashable {
    /// When objects would be deleted.
    private enum End: Sendable, Hashable {
        case days(Int)
        /// In seconds since 1970.
        case date(Int)
    }

    private static let daySeconds = 86_400

    /// As the client wrote it, or as the server gave it.
    package let id: String
    /// Nil when it deletes no current version.
    private let end: End?
    /// Days after which uploads that are not complete would end; nil when it ends none.
    private let abortDays: Int?
    private let prefix: [UInt8]
    private let tags: [TagSet.Tag]
    /// Objects of a rule have more bytes.
    private let above: Int
    /// And fewer.
    private let below: Int

    /// Those of a lifecycle, in order, without rules that are off, and without those that delete no current version and end no upload.
    /// - Parameter lifecycle: whose rules are checked and have ids.
    static func all(_ lifecycle: InputElement) -> [LifecycleRule] { lifecycle.elements.compactMap { LifecycleRule($0) } }

    private init?(_ rule: InputElement) {
        guard rule.name == "Rule", rule.firstWord(at: ["Status"]) == "Enabled", let id = rule.firstText(at: ["ID"]) else { return nil }
        self.id = id
        if let days = rule.firstWord(at: ["Expiration", "Days"]).flatMap({ Int($0) }) {
            end = .days(days)
        } else if let date = rule.firstWord(at: ["Expiration", "Date"]).flatMap(Self.midnight) {
            end = .date(date)
        } else {
            end = nil
        }
        abortDays = rule.firstWord(at: ["AbortIncompleteMultipartUpload", "DaysAfterInitiation"]).flatMap { Int($0) }
        guard end != nil || abortDays != nil else { return nil }
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
        case .days(let days): return Self.midnight(after: days, since: modified)
        case nil: return nil
        }
    }

    /// When an upload that is not complete would end, in seconds since 1970: at midnight.
    /// - Parameter begun: in seconds since 1970.
    /// - Returns: nil for an upload that the rule is not about.
    package func abort(ofKey key: [UInt8], begun: Int) -> Int? {
        guard let abortDays, key.starts(with: prefix) else { return nil }
        return Self.midnight(after: abortDays, since: begun)
    }

    /// The midnight after so many days.
    private static func midnight(after days: Int, since moment: Int) -> Int? {
        let (day, isOver) = (moment / daySeconds + 1).addingReportingOverflow(days)
        return isOver || day > Int.max / daySeconds ? nil : day * daySeconds
    }

    /// Of `2030-01-01…`, in seconds since 1970.
    private static func midnight(_ text: String) -> Int? {
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        let day = CivilTime(year: parts[0], month: parts[1], day: parts[2])
        return day.isValid ? day.secondsSinceEpoch : nil
    }
}
