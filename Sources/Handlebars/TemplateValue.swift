package import Budget
package import JSONDocument

/// The result of a template's expression.
package enum TemplateValue: Sendable {
    /// Null or missing. Prints nothing.
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    /// A JSON number with its digits, as Java's `BigDecimal` prints it.
    case decimal(String)
    case text(String)
    /// Prints as `[a, b]`.
    case list([TemplateValue])
    /// The values of one name: of a query parameter, a header or a cookie. Prints the first.
    case multiple([String])
    /// An object or an array; never a scalar (use `init(_:printing:)`).
    case tree(JSONValue, TreePrinting)
    /// Indirect: values are copied often, and dates are rare and large.
    indirect case date(TemplateDate)
    /// Finds its members on demand.
    case object(any TemplateObject)

    /// How objects and arrays print.
    package enum TreePrinting: Sendable {
        /// As Java's collections: `{a=1, b=[x, y]}`.
        case java
        /// A result of `jsonPath`: an object as JSON on several lines, an array as compact JSON.
        case jsonPath
        /// A value within such a result: an object as Java's maps, an array as compact JSON.
        case jsonPathPart
        /// The same as `jsonPath`, with values within that print as Java's collections.
        case jsonPathOfJava

        /// Whether values within print as Java's.
        var isJava: Bool { self == .java || self == .jsonPathOfJava }
    }

    package init(_ value: JSONValue, printing: TreePrinting) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .text(value)
        case .number(let number): self = Self.number(number, printing)
        case .array, .object: self = .tree(value, printing)
        }
    }

    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    private static func number(_ number: JSONNumber, _ printing: TreePrinting) -> TemplateValue {
        if let value = Int(number.text) { return .int(value) }
        let isWhole = number.text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
        // Jayway's reader makes doubles of numbers that are short enough.
        return isWhole || printing.isJava || number.text.utf8.count > 18 ? .decimal(number.text) : .double(number.double)
    }

    /// A value within prints differently from the whole.
    private static func part(_ value: JSONValue, _ printing: TreePrinting) -> TemplateValue {
        TemplateValue(value, printing: printing.isJava ? .java : .jsonPathPart)
    }

    /// Whether it is null or missing.
    package var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether it is false for `if`: null, false, zero, or empty.
    package var isFalsy: Bool {
        switch self {
        case .null: true
        case .bool(let value): !value
        case .int(let value): value == 0
        case .double(let value): value == 0
        case .decimal(let text): Double(text) == 0
        case .text(let text): text.isEmpty
        case .list(let values): values.isEmpty
        case .multiple(let values): values.isEmpty
        case .tree(.array(let values), _): values.isEmpty
        case .tree, .date: false
        case .object(let object): object.elements?.isEmpty ?? false
        }
    }

    /// The elements of a list; nil for other values.
    package var elements: [TemplateValue]? {
        switch self {
        case .list(let values): values
        case .multiple(let values): values.map { .text($0) }
        case .tree(.array(let values), let printing): values.map { Self.part($0, printing) }
        case .object(let object): object.elements
        default: nil
        }
    }

    /// The names and values of a map; nil for other values.
    package var entries: [(name: String, value: TemplateValue)]? {
        switch self {
        case .tree(.object(let object), let printing): object.map { ($0.name, Self.part($0.value, printing)) }
        case .object(let object): object.entries
        default: nil
        }
    }

    /// The value under a name, or at an index written as a name; null if there is none.
    /// - Parameter budget: what finding it is charged to, where that takes long; nil to charge nothing. What is found by a budget that has
    ///   stopped does not count.
    package func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        switch self {
        case .tree(.object(let object), let printing):
            if let value = object[name] { return Self.part(value, printing) }
            return name == "size" ? .int(object.count) : .null
        case .tree(.array(let values), let printing):
            guard let index = Int(name) else { return size(name, values.count) }
            return values.indices.contains(index) ? Self.part(values[index], printing) : .null
        case .list(let values):
            guard let index = Int(name) else { return size(name, values.count) }
            return values.indices.contains(index) ? values[index] : .null
        case .multiple(let values):
            if name == "first" { return TemplateValue(values.first) }
            if name == "last" { return TemplateValue(values.last) }
            guard let index = Int(name) else { return size(name, values.count) }
            return Self.place(index, of: values.count).map { .text(values[$0]) } ?? .null
        case .text(let text): return name == "length" ? .int(text.utf16.count) : name == "empty" ? .bool(text.isEmpty) : .null
        case .object(let object): return object.member(name, charging: budget)
        case .null, .bool, .int, .double, .decimal, .date, .tree: return .null
        }
    }

    /// The position of an index in WireMock's lists of values: a negative one counts back from the last but one. Nil if there is none.
    package static func place(_ index: Int, of count: Int) -> Int? {
        guard index > -count, index < count else { return nil }
        return index < 0 ? count - 1 + index : index
    }

    private func size(_ name: String, _ count: Int) -> TemplateValue {
        switch name {
        case "size", "length": .int(count)
        case "empty", "isEmpty": .bool(count == 0)
        default: .null
        }
    }
}

/// An object whose members are found on demand.
package protocol TemplateObject: AnyObject, Sendable {
    /// The value of a member; null if there is none.
    /// - Parameter budget: what finding it is charged to, where that takes long; nil to charge nothing. What is found by a budget that has
    ///   stopped does not count.
    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue
    /// A member of a member, where it is not one of the member's value; nil otherwise.
    func member(_ name: String, _ part: String) -> TemplateValue?
    /// Does what takes long of what its elements, entries and weight need, and charges it. It is called before they are read.
    func prepare(charging budget: WorkBudget?)
    /// The elements, if it is a list; nil otherwise.
    var elements: [TemplateValue]? { get }
    /// The names and values, if it is a map; nil otherwise.
    var entries: [(name: String, value: TemplateValue)]? { get }
    /// How it prints; nil to print its elements or entries.
    var text: String? { get }
    /// How many values there are within it, where 16 bytes of text count as one. At least as many where counting takes long.
    var weight: Int { get }
}

extension TemplateObject {
    /// Nil.
    package func member(_ name: String, _ part: String) -> TemplateValue? { nil }
    /// Nothing.
    package func prepare(charging budget: WorkBudget?) {}
    /// Nil: not a list.
    package var elements: [TemplateValue]? { nil }
    /// Nil: not a map.
    package var entries: [(name: String, value: TemplateValue)]? { nil }
    /// Nil: prints its elements or entries.
    package var text: String? { nil }
    /// Counts the text, the elements and the entries.
    package var weight: Int {
        (elements ?? []).reduce(1 + (text?.utf8.count ?? 0) >> 4) { $0 + $1.weight }
            + (entries ?? []).reduce(0) { $0 + 1 + $1.value.weight }
    }
}
