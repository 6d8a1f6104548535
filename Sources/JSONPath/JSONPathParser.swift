internal import JSONDocument

/// Parses a path by RFC 9535's grammar, and with Jayway's additions if it is lenient.
struct JSONPathParser: ~Copyable {
    let text: String
    let isLenient: Bool
    let dialect: JSONPath.Dialect
    let maximumDepth: Int
    let bytes: [UInt8]
    var position = 0
    var depth = 0
    /// Whether paths and comparisons mean what they mean in Jayway: not in filters that are not entirely in parentheses, and not among the
    /// arguments of functions.
    var followsJayway: Bool
    /// The patterns among the literals, compiled.
    var patterns = JSONPathPatterns()

    init(_ text: String, isLenient: Bool, dialect: JSONPath.Dialect, maximumDepth: Int) {
        self.text = text
        self.isLenient = isLenient
        self.dialect = dialect
        followsJayway = dialect == .wireMock
        self.maximumDepth = maximumDepth
        bytes = Array(text.utf8)
    }

    /// The next byte; 0 at the end.
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    func at(_ text: StaticString) -> Bool { bytes[position...].starts(with: text.description.utf8) }

    mutating func skip(_ text: StaticString) -> Bool {
        guard at(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    mutating func skipSpace() {
        while next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
    }

    mutating func wholeQuery() throws(JSONPathError) -> JSONPathQuery {
        if isLenient { skipSpace() }
        let hasRoot = skip("$") || (isLenient && skip("@"))
        guard hasRoot || (isLenient && position < bytes.count) else { throw expected("\"$\"") }
        var segments: [JSONPathSegment] = []
        if !hasRoot, next != UInt8(ascii: "["), next != UInt8(ascii: ".") { segments.append(try bareName(isDescendant: false)) }
        segments += try self.segments()
        if isLenient { skipSpace() }
        guard position == bytes.count else { throw expected("\".\" or \"[\"") }
        return JSONPathQuery(isRelative: false, segments: segments)
    }

    /// `$…` or `@…` inside a filter.
    mutating func query() throws(JSONPathError) -> JSONPathQuery {
        let isRelative = skip("@")
        guard isRelative || skip("$") else { throw expected("\"$\" or \"@\"") }
        let query = JSONPathQuery(isRelative: isRelative, segments: try segments(), mayEndInNull: followsJayway)
        return followsJayway ? query.merged ?? query : query
    }

    private mutating func segments() throws(JSONPathError) -> [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        while true {
            let end = position
            skipSpace()
            if skip("..") {
                segments.append(
                    next == UInt8(ascii: "[") ? .descendants(try bracketed()) : try bareName(isDescendant: true))
            } else if skip(".") {
                if isLenient, next == UInt8(ascii: "[") { continue }
                segments.append(try bareName(isDescendant: false))
            } else if next == UInt8(ascii: "[") {
                segments.append(.children(try bracketed()))
            } else {
                position = end
                return segments
            }
        }
    }

    /// A name without quotes, a wildcard, or a function with its arguments.
    private mutating func bareName(isDescendant: Bool) throws(JSONPathError) -> JSONPathSegment {
        func segment(_ selector: JSONPathSelector) -> JSONPathSegment {
            isDescendant ? .descendants([selector]) : .children([selector])
        }
        if skip("*") {
            if isLenient, next == UInt8(ascii: "*"), position == bytes.count - 1 { position += 1 }
            return segment(.wildcard)
        }
        let start = position
        while position < bytes.count, isNameByte(next, isFirst: position == start) { position += 1 }
        guard position > start else {
            throw expected("a name, \"*\"\(isDescendant ? " or \"[\"" : "")", repair: "Put other names in brackets and quotes: ['…'].")
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if isLenient, next == UInt8(ascii: "(") { return try suffix(name, from: start) }
        return segment(.name(name))
    }

    private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...0xFF: true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst || isLenient
        case 0...0x20, UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"):
            false
        case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: ","):
            // Inside a filter they continue it.
            isLenient && depth == 0
        default: isLenient
        }
    }

    private mutating func suffix(_ name: String, from start: Int) throws(JSONPathError) -> JSONPathSegment {
        guard let suffix = JSONPathSuffix.named[name] else {
            var unknown = error(
                "unknown function \"\(name)\"", at: start,
                repair: Spelling.nearest(to: name, among: JSONPathSuffix.named.keys.sorted()).map { "Did you mean \"\($0)\"?" }
                    ?? "Known here: \(JSONPathSuffix.named.keys.sorted().joined(separator: ", ")).")
            // Within a filter it is not the path that ends.
            unknown.isUnknownFunction = depth == 0
            throw unknown
        }
        return .suffix(suffix, try arguments())
    }

    // MARK: Brackets

    private mutating func bracketed() throws(JSONPathError) -> [JSONPathSelector] {
        try enter()
        defer { depth -= 1 }
        position += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while skip(",")
        guard skip("]") else { throw expected("\",\" or \"]\"") }
        return selectors
    }

    mutating func enter() throws(JSONPathError) {
        guard depth < maximumDepth else {
            throw error("nested deeper than \(maximumDepth) levels, which limits.jsonPathDepth allows", at: position)
        }
        depth += 1
    }

    private mutating func selector() throws(JSONPathError) -> JSONPathSelector {
        switch next {
        case UInt8(ascii: "*"):
            position += 1
            return .wildcard
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try string())
        case UInt8(ascii: "?"):
            position += 1
            skipSpace()
            return try filter()
        case UInt8(ascii: "("):
            throw error("scripts in brackets are not supported", at: position, repair: "Count from the end with a negative index: [-1].")
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(JSONPathError) -> JSONPathSelector {
        let start = next == UInt8(ascii: ":") ? nil : try index()
        let afterIndex = position
        skipSpace()
        guard skip(":") else {
            position = afterIndex
            guard let start else { throw expected("a selector") }
            return .index(start)
        }
        var slice = JSONPathSlice(start: start)
        skipSpace()
        if isIndexByte { slice.end = try index() }
        skipSpace()
        if skip(":") {
            skipSpace()
            if isIndexByte { slice.step = try index() }
        }
        return .slice(slice)
    }

    private var isIndexByte: Bool { next == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) }

    /// A whole number, exactly representable as a double. Leading zeros are Jayway's.
    private mutating func index() throws(JSONPathError) -> Int {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        guard position > firstDigit else {
            position = start
            throw expected("a selector: a name in quotes, an index, a slice, \"*\" or \"?\"")
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let index = Int(text), index.magnitude < 1 << 53 else { throw error("the index \(text) is too large", at: start) }
        guard isLenient || text == String(index) else { throw error("the index \"\(text)\" has a leading zero", at: start) }
        return index
    }

    // MARK: Errors

    func expected(_ what: String, repair: String? = nil) -> JSONPathError {
        var found = "the end"
        if position < bytes.count {
            let rest = String(decoding: bytes[position...].prefix(12), as: UTF8.self)
            found = rest.first.map { "\"\($0)\"" } ?? found
        }
        return error("expected \(what), found \(found)", at: position, repair: repair ?? operatorRepair)
    }

    /// For an operator of another language, in a place where none of JSONPath is.
    private var operatorRepair: String? {
        let forms = ["=": "==", "and ": "&&", "AND ": "&&", "or ": "||", "OR ": "||"]
        let form = forms.first { bytes[position...].starts(with: $0.key.utf8) }?.value
        return form.map { "Write \"\($0)\"." }
    }

    func error(_ message: String, at offset: Int, repair: String? = nil) -> JSONPathError {
        JSONPathError(path: text, offset: offset, message: message, repair: repair)
    }
}
