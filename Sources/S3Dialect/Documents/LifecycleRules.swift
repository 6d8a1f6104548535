internal import XMLDocument

/// The rules of a lifecycle: what S3 refuses about them, and the ids that it gives those without one.
enum LifecycleRules {
    private static let longestID = 255
    /// With the elements of each.
    private static let actions = [
        "Expiration": ["Date", "Days", "ExpiredObjectDeleteMarker"], "Transition": ["Date", "Days", "StorageClass"],
        "NoncurrentVersionTransition": ["NoncurrentDays", "NewerNoncurrentVersions", "StorageClass"],
        "NoncurrentVersionExpiration": ["NoncurrentDays", "NewerNoncurrentVersions"],
        "AbortIncompleteMultipartUpload": ["DaysAfterInitiation"],
    ]
    private static let conditions = ["Prefix", "Tag", "ObjectSizeGreaterThan", "ObjectSizeLessThan"]
    /// Those that a transition leads to.
    private static let storageClasses: Set<String> = [
        "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER", "DEEP_ARCHIVE", "GLACIER_IR",
    ]

    /// The document with an id in every rule.
    /// - Parameters:
    ///   - root: the document.
    ///   - bytes: as the client sent it.
    /// - Throws: MalformedXML, InvalidArgument, InvalidRequest.
    static func completed(_ root: InputElement, _ bytes: [UInt8]) throws(S3Error) -> [UInt8] {
        guard try !root.children("Rule").isEmpty else { throw S3Error(.malformedXML) }
        var document = root.element
        var ids: Set<String> = []
        var isWhole = true
        for index in document.children.indices {
            guard case .element(var rule) = document.children[index], rule.name.local == "Rule" else { continue }
            if let id = try check(rule) {
                guard ids.insert(id).inserted else {
                    throw .invalidArgument("Rule ID must be unique. Found same ID for more than one rule", "ID", id)
                }
            } else {
                isWhole = false
                rule.addID("ID", at: index)
                document.children[index] = .element(rule)
            }
        }
        return isWhole ? bytes : Array(document.markup.utf8)
    }

    /// - Returns: the rule's id; nil without one.
    private static func check(_ rule: XMLElement) throws(S3Error) -> String? {
        let children = try InputElement(rule).children(["ID", "Prefix", "Filter", "Status"] + actions.keys)
        let status = try children.required("Status").word()
        guard status == "Enabled" || status == "Disabled" else { throw S3Error(.malformedXML) }
        if let filter = try children.optional("Filter") {
            let parts = try filter.children(conditions + ["And"])
            // Several conditions stand in an `And`.
            guard parts.count <= 1, try children.optional("Prefix") == nil else { throw S3Error(.malformedXML) }
            try checkTags(parts)
        } else {
            _ = try children.required("Prefix")
        }
        guard children.contains(where: { actions[$0.name] != nil }) else {
            throw S3Error(.invalidRequest, "At least one action needs to be specified in a rule")
        }
        for child in children { if let names = actions[child.name] { try check(action: child.name, child.children(names)) } }
        guard let id = try children.optional("ID")?.text(), !id.isEmpty else { return nil }
        guard id.unicodeScalars.count <= longestID else {
            throw .invalidArgument("ID length should not exceed allowed limit of \(longestID)", "ID", id)
        }
        return id
    }

    private static func check(action: String, _ parts: [InputElement]) throws(S3Error) {
        switch action {
        case "Expiration": try check(expiration: parts)
        case "Transition": try check(transition: parts)
        case "NoncurrentVersionTransition":
            try checkDays(parts.required("NoncurrentDays"), from: 0, of: action)
            try checkStorageClass(parts)
        case "NoncurrentVersionExpiration": try checkDays(parts.required("NoncurrentDays"), from: 1, of: action)
        default: try checkDays(parts.required("DaysAfterInitiation"), from: 1, of: action)
        }
    }

    private static func checkTags(_ filter: [InputElement]) throws(S3Error) {
        var keys: Set<String> = []
        for tag in filter + (try filter.optional("And")?.children(conditions) ?? []) where tag.name == "Tag" {
            guard keys.insert(try tag.children("Key", "Value").required("Key").text()).inserted else {
                throw S3Error(.invalidRequest, "Duplicate Tag Keys are not allowed.")
            }
        }
    }

    private static func check(expiration: [InputElement]) throws(S3Error) {
        let (days, date) = (try expiration.optional("Days"), try expiration.optional("Date"))
        let marker = try expiration.optional("ExpiredObjectDeleteMarker")
        guard [days != nil, date != nil, marker != nil].count(where: { $0 }) == 1 else { throw S3Error(.malformedXML) }
        if let days { try checkDays(days, from: 1, of: "Expiration") }
        if let date { try check(date: date) }
    }

    private static func check(transition: [InputElement]) throws(S3Error) {
        let (days, date) = (try transition.optional("Days"), try transition.optional("Date"))
        guard (days == nil) != (date == nil) else { throw S3Error(.malformedXML) }
        if let days { try checkDays(days, from: 0, of: "Transition") }
        if let date { try check(date: date) }
        try checkStorageClass(transition)
    }

    private static func checkStorageClass(_ transition: [InputElement]) throws(S3Error) {
        guard storageClasses.contains(try transition.required("StorageClass").word()) else { throw S3Error(.malformedXML) }
    }

    /// - Parameter least: 0 or 1.
    private static func checkDays(_ days: InputElement, from least: Int, of action: String) throws(S3Error) {
        let text = try days.word()
        guard let number = Int(text), number >= least else {
            let rule = least == 0 ? "in \(action) action must be nonnegative" : "for \(action) action must be a positive integer"
            throw .invalidArgument("'\(days.name)' \(rule)", days.name, text)
        }
    }

    private static func check(date: InputElement) throws(S3Error) {
        let text = try date.word()
        guard isMidnight(text) else { throw .invalidArgument("'Date' must be at midnight GMT", "Date", text) }
    }

    /// `2030-01-01`, `2030-01-01T00:00:00Z`, `2030-01-01T00:00:00.000Z`
    private static func isMidnight(_ text: String) -> Bool {
        let day = Array(text.utf8.prefix(10))
        let isDay =
            day.count == 10
            && day.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte &- UInt8(ascii: "0") < 10
            }
        return isDay && ["", "T00:00:00Z", "T00:00:00.000Z", "T00:00:00+00:00"].contains(String(text.dropFirst(10)))
    }
}
