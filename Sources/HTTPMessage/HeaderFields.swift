/// Header fields in order, with spelling and duplicates kept. Nothing is validated: a mock may send what no server should.
public struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field] = []

    public init() {}
    public init(_ fields: [Field]) { self.fields = fields }
    public init(arrayLiteral elements: (String, String)...) { fields = elements.map { Field($0.0, $0.1) } }

    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> Field { fields[position] }

    public mutating func append(name: String, value: String) { fields.append(Field(name, value)) }

    public mutating func append(contentsOf others: HeaderFields) { fields += others.fields }

    /// The first value under that name, whatever its spelling.
    public func first(_ name: String) -> String? {
        fields.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }

    /// All values under that name, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalsIgnoringCase($0.name, name) }.map(\.value)
    }

    public func contains(_ name: String) -> Bool { first(name) != nil }

    /// Takes every field of that name away, then adds one.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name: name, value: value)
    }

    public mutating func remove(_ name: String) { fields.removeAll { ASCII.equalsIgnoringCase($0.name, name) } }
}
