/// A time zone: a fixed offset, or rules from the time zone database.
package struct Zone: Sendable {
    /// As it was given: `UTC`, `+02:00`, `Europe/Berlin`.
    package let name: String
    private let rules: Rules

    private enum Rules: Sendable {
        case fixed(Int)
        case file(TimeZoneFile)
    }

    /// UTC, without a database.
    package static let utc = Zone(name: "UTC", rules: .fixed(0))

    private init(name: String, rules: Rules) {
        self.name = name
        self.rules = rules
    }

    /// - Parameters:
    ///   - name: `UTC`, `Z`, `+02:00`, `GMT+2`, or a name of the database such as `Europe/Berlin`.
    ///   - database: the database of named zones; nil for none.
    /// - Returns: nil for an unknown name.
    package init?(_ name: String, database: (any TimeZoneDatabase)? = nil) {
        if let offset = Self.fixedOffset(name) {
            self.init(name: name, rules: .fixed(offset))
        } else if let bytes = database.flatMap({ Self.file(name, in: $0) }), let file = TimeZoneFile(bytes) {
            self.init(name: name, rules: .file(file))
        } else {
            return nil
        }
    }

    private static func file(_ name: String, in database: any TimeZoneDatabase) -> [UInt8]? {
        database.zoneFile(named: name) ?? LegacyZones.names[name].flatMap { database.zoneFile(named: $0) }
    }

    /// Seconds east of Greenwich at a moment.
    package func offset(at epochSeconds: Int) -> Int {
        switch rules {
        case .fixed(let offset): offset
        case .file(let file): file.type(at: epochSeconds).offset
        }
    }

    /// Seconds east of Greenwich at a local time; the earlier offset if there are two, and the one before a gap (as Java).
    package func offset(atLocal seconds: Int) -> Int {
        let before = offset(at: seconds - offset(at: seconds - 86_400))
        let candidate = offset(at: seconds - 86_400)
        return offset(at: seconds - candidate) == candidate ? candidate : before
    }

    /// The zone's own abbreviation at a moment; nil for an offset.
    func namedAbbreviation(at epochSeconds: Int) -> String? {
        switch rules {
        case .fixed: name == "Z" ? "UTC" : name.contains { $0 == "+" || $0 == "-" } ? nil : name
        case .file(let file): file.type(at: epochSeconds).abbreviation
        }
    }

    static func fixedOffset(_ name: String) -> Int? {
        if ["UTC", "GMT", "Z", "UT", "Etc/UTC", "Zulu", "Universal"].contains(name) { return 0 }
        var rest = name[...]
        for prefix in ["UTC", "GMT", "UT"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            break
        }
        return parseOffset(rest)
    }

    /// `+1`, `+01`, `+0100`, `+01:00`, `+01:00:00`, `Z`.
    static func parseOffset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let body = text.dropFirst()
        guard body.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ":") }) else { return nil }
        var numbers: [Int]
        if body.contains(":") {
            numbers = body.split(separator: ":", omittingEmptySubsequences: false).compactMap { $0.count <= 2 ? Int($0) : nil }
            guard numbers.count == body.split(separator: ":", omittingEmptySubsequences: false).count else { return nil }
        } else {
            guard let number = Int(body), body.count <= 6 else { return nil }
            switch body.count {
            case 1, 2: numbers = [number]
            case 3, 4: numbers = [number / 100, number % 100]
            case 6: numbers = [number / 10_000, number / 100 % 100, number % 100]
            default: return nil
            }
        }
        numbers += [0, 0]
        guard numbers[0] <= 18, numbers[1] < 60, numbers[2] < 60 else { return nil }
        let seconds = numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
        return sign == "-" ? -seconds : seconds
    }
}

/// The source of named zones. Any thread.
package protocol TimeZoneDatabase: Sendable {
    /// The compiled file (RFC 8536) of a zone such as `Europe/Berlin`; nil if there is none. Must accept any text.
    func zoneFile(named name: String) -> [UInt8]?
}
