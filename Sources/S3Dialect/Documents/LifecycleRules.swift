internal import HTTPMessage
internal import XMLDocument

/// The rules of a lifecycle: what S3 refuses about them, and the ids that it gives those without one.
enum LifecycleRules {
    private static let longestID = 255
    private static let mostRules = 1_000
    /// In bytes.
    private static let longestPrefix = 1_024
    /// In bytes.
    private static let largestSize = 1_099_511_627_776
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
    /// Those that an object must be some days old for, and how many.
    private static let lateClasses: Set<String> = ["STANDARD_IA", "ONEZONE_IA"]
    private static let lateDays = 30

    /// The document with an id in every rule, and with the time in every date.
    /// - Throws: MalformedXML, InvalidArgument, InvalidRequest.
    static func completed(_ root: InputElement) throws(S3Error) -> XMLElement {
        let rules = try root.children("Rule")
        guard !rules.isEmpty else { throw S3Error(.malformedXML) }
        guard rules.count <= mostRules else {
            throw S3Error(.invalidRequest, "The number of lifecycle rules must not exceed the allowed limit of \(mostRules) rules.")
        }
        var document = root.element
        var ids: Set<String> = []
        for index in document.children.indices {
            guard case .element(var rule) = document.children[index], rule.name.local == "Rule" else { continue }
            let id = try check(rule)
            spellDates(in: &rule)
            if let id {
                guard ids.insert(id).inserted else {
                    throw .invalidArgument("Rule ID must be unique. Found same ID for more than one rule", "ID", id)
                }
            } else {
                rule.addID("ID", at: index)
            }
            document.children[index] = .element(rule)
        }
        try checkTogether(rules)
        return document
    }

    /// Clients may write a date in several forms. S3 writes it like any time, and parsers of the SDKs expect that.
    private static func spellDates(in element: inout XMLElement) {
        let day = InputElement(element).firstWord(at: ["Date"])?.prefix(10)
        for index in element.children.indices {
            guard case .element(var child) = element.children[index] else { continue }
            switch child.name.local {
            case "Date": if let day { child.children = [.text("\(day)T00:00:00.000Z")] }
            case "Expiration", "Transition": spellDates(in: &child)
            default: continue
            }
            element.children[index] = .element(child)
        }
    }

    /// The rules of a document have either filters or prefixes of their own. Two such prefixes with one action must not overlap.
    private static func checkTogether(_ rules: [InputElement]) throws(S3Error) {
        let prefixes = rules.map { rule in rule.elements.first { $0.name == "Filter" } == nil ? rule.firstText(at: ["Prefix"]) ?? "" : nil }
        if let other = prefixes.firstIndex(where: { ($0 == nil) != (prefixes[0] == nil) }) {
            let message =
                prefixes[other] == nil
                ? "Filter element can only be used in Lifecycle V2."
                : "Base level prefix cannot be used in Lifecycle V2, prefixes are only supported in the Filter."
            throw S3Error(.invalidRequest, message)
        }
        var known: [(prefix: String, actions: Set<String>)] = []
        for (rule, prefix) in zip(rules, prefixes) where rule.firstWord(at: ["Status"]) == "Enabled" {
            guard let prefix else { continue }
            let names = Set(rule.elements.map(\.name)).intersection(actions.keys)
            for other in known where prefix.utf8.starts(with: other.prefix.utf8) || other.prefix.utf8.starts(with: prefix.utf8) {
                guard let action = names.intersection(other.actions).min() else { continue }
                throw S3Error(
                    .invalidRequest, "Found overlapping prefixes '\(other.prefix)' and '\(prefix)' for same action type '\(action)'")
            }
            known.append((prefix, names))
        }
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
            if let together = try parts.optional("And"), together.elements.count < 2 { throw S3Error(.malformedXML) }
            try checkTags(parts)
        } else {
            _ = try children.required("Prefix")
        }
        guard children.contains(where: { actions[$0.name] != nil }) else {
            throw S3Error(.invalidRequest, "At least one action needs to be specified in a rule")
        }
        for child in children { if let names = actions[child.name] { try check(action: child.name, child.children(names)) } }
        let whole = InputElement(rule)
        try checkPrefix(whole)
        try checkConflicts(whole)
        try checkSizes(whole)
        try checkTransitions(whole)
        try check("Days", of: "Expiration", after: "Transition", in: whole)
        try check("NoncurrentDays", of: "NoncurrentVersionExpiration", after: "NoncurrentVersionTransition", in: whole)
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
            _ = try storageClass(parts)
        case "NoncurrentVersionExpiration":
            try checkDays(parts.required("NoncurrentDays"), from: 1, of: action)
            if let kept = try parts.optional("NewerNoncurrentVersions") { try checkDays(kept, from: 1, of: action) }
        default: try checkDays(parts.required("DaysAfterInitiation"), from: 1, of: action)
        }
    }

    private static func checkTags(_ filter: [InputElement]) throws(S3Error) {
        var keys: Set<String> = []
        for tag in filter + (try filter.optional("And")?.children(conditions) ?? []) where tag.name == "Tag" {
            let parts = try tag.children("Key", "Value")
            let key = try parts.required("Key").text()
            try checkLength(of: key, "Key", from: 1, to: 128)
            if let value = try parts.optional("Value") { try checkLength(of: try value.text(), "Value", from: 0, to: 256) }
            guard keys.insert(key).inserted else {
                throw S3Error(.invalidRequest, "Duplicate Tag Keys are not allowed.")
            }
        }
    }

    private static func checkLength(of text: String, _ name: String, from least: Int, to most: Int) throws(S3Error) {
        guard least...most ~= text.unicodeScalars.count else {
            throw S3Error(.invalidRequest, "A Tag's \(name) must be a length between \(least) and \(most).")
        }
    }

    private static func checkPrefix(_ rule: InputElement) throws(S3Error) {
        guard prefix(of: rule).utf8.count <= longestPrefix else {
            throw S3Error(.invalidRequest, "The maximum size of a prefix is \(longestPrefix)")
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
        let storageClass = try storageClass(transition)
        if let text = try days?.word(), let number = Int(text), number < lateDays, lateClasses.contains(storageClass) {
            throw .invalidArgument(
                "'Days' in Transition action must be greater than or equal to \(lateDays) for storageClass '\(storageClass)'", "Days", text)
        }
    }

    private static func storageClass(_ transition: [InputElement]) throws(S3Error) -> String {
        let name = try transition.required("StorageClass").word()
        guard storageClasses.contains(name) else { throw S3Error(.malformedXML) }
        return name
    }

    /// Conditions that an action does not have: an upload that is not complete and a delete marker have no tags and no size, and
    /// NewerNoncurrentVersions needs a Filter.
    private static func checkConflicts(_ rule: InputElement) throws(S3Error) {
        if rule.elements.contains(where: { $0.name.hasPrefix("Noncurrent") && $0.firstWord(at: ["NewerNoncurrentVersions"]) != nil }),
            !rule.elements.contains(where: { $0.name == "Filter" })
        {
            throw S3Error(.invalidRequest, "NewerNoncurrentVersions element can only be used in Lifecycle V2.")
        }
        let names = conditions(of: rule).map(\.name)
        guard let conflict = names.contains("Tag") ? "Tags" : names.contains(where: { $0.hasPrefix("ObjectSize") }) ? "Object Size" : nil
        else { return }
        let conflicting = [
            "AbortIncompleteMultipartUpload": rule.elements.contains { $0.name == "AbortIncompleteMultipartUpload" },
            "ExpiredObjectDeleteMarker": rule.firstWord(at: ["Expiration", "ExpiredObjectDeleteMarker"]) != nil,
        ]
        if let action = conflicting.filter(\.value).keys.min() {
            throw S3Error(.invalidRequest, "\(action) cannot be specified with \(conflict).")
        }
    }

    private static func checkSizes(_ rule: InputElement) throws(S3Error) {
        func size(_ name: String, from least: Int) throws(S3Error) -> Int? {
            guard let text = conditions(of: rule).first(where: { $0.name == name })?.firstWord(at: []) else { return nil }
            guard let size = Int(text), least...largestSize ~= size else {
                throw S3Error(.invalidRequest, "'\(name)' should be between \(least) and \(largestSize).")
            }
            return size
        }
        let (above, below) = (try size("ObjectSizeGreaterThan", from: 0), try size("ObjectSizeLessThan", from: 1))
        if let above, let below, above >= below {
            throw S3Error(.invalidRequest, "'ObjectSizeLessThan' has to be a value greater than 'ObjectSizeGreaterThan'.")
        }
    }

    /// The transitions of a rule lead to different classes, and go by days or by dates, as its expiration does.
    private static func checkTransitions(_ rule: InputElement) throws(S3Error) {
        let transitions = rule.elements.filter { $0.name == "Transition" }
        let classes = transitions.compactMap { $0.firstWord(at: ["StorageClass"]) }
        guard Set(classes).count == classes.count else {
            throw S3Error(
                .invalidRequest,
                "'StorageClass' must be different for 'Transition' actions in same 'Rule' with filter '(prefix=\(prefix(of: rule)))'")
        }
        let timed = transitions + rule.elements.filter { $0.name == "Expiration" }
        let kinds = Set(timed.flatMap { action in ["Date", "Days"].filter { action.firstWord(at: [$0]) != nil } })
        guard transitions.isEmpty || kinds.count <= 1 else {
            throw S3Error(
                .invalidRequest,
                "Found mixed 'Date' and 'Days' based Expiration and Transition actions in lifecycle rule for filter "
                    + "'(prefix=\(prefix(of: rule)))'")
        }
    }

    /// What a rule deletes must have been moved before.
    /// - Parameter name: of the element with the number of days.
    private static func check(
        _ name: String, of expiration: String, after transition: String, in rule: InputElement
    ) throws(S3Error) {
        func days(_ action: String) -> [Int] {
            rule.elements.filter { $0.name == action }.compactMap { $0.firstWord(at: [name]).flatMap { Int($0) } }
        }
        guard let end = days(expiration).min(), let last = days(transition).max(), end <= last else { return }
        throw .invalidArgument(
            "'\(name)' in the \(expiration) action for filter '(prefix=\(prefix(of: rule)))' must be greater than '\(name)' in the "
                + "\(transition) action", name, String(end))
    }

    private static func prefix(of rule: InputElement) -> String {
        conditions(of: rule).first { $0.name == "Prefix" }?.firstText(at: []) ?? ""
    }

    /// What a rule's objects must be like: elements of its filter, or the prefix in the rule itself.
    private static func conditions(of rule: InputElement) -> [InputElement] {
        let filter = rule.elements.first { $0.name == "Filter" } ?? rule
        return (filter.elements.first { $0.name == "And" } ?? filter).elements
    }

    /// - Parameter least: 0 or 1.
    private static func checkDays(_ days: InputElement, from least: Int, of action: String) throws(S3Error) {
        let text = try days.word()
        guard let number = Int(text), number >= least else {
            let rule = least == 0 ? "in \(action) action must be nonnegative" : "for \(action) action must be a positive integer"
            throw .invalidArgument("'\(days.name)' \(rule)", days.name, text)
        }
    }

    /// - Throws: MalformedXML for what is no date, InvalidArgument for another time than midnight.
    private static func check(date: InputElement) throws(S3Error) {
        let text = try date.word()
        let time = text.dropFirst(10)
        guard isDay(Array(text.utf8.prefix(10))), time.isEmpty || time.first == "T" else { throw S3Error(.malformedXML) }
        guard ["", "T00:00:00Z", "T00:00:00.000Z", "T00:00:00+00:00"].contains(time) else {
            throw .invalidArgument("'Date' must be at midnight GMT", "Date", text)
        }
    }

    /// `2030-01-01`
    private static func isDay(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return false }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) } }
        return CivilTime(year: numbers[0], month: numbers[1], day: numbers[2]).isValid
    }
}
