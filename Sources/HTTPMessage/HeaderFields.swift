/// Header fields in order, with spelling and duplicates kept. Nothing is validated: a mock may send what no server should.
package struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field] = []

    package init() {}
    package init(_ fields: [Field]) { self.fields = fields }
    package init(arrayLiteral elements: (String, String)...) { fields = elements.map { Field($0.0, $0.1) } }

    package var startIndex: Int { fields.startIndex }
    package var endIndex: Int { fields.endIndex }
    package subscript(position: Int) -> Field { fields[position] }

    package mutating func append(name: String, value: String) { fields.append(Field(name, value)) }

    package mutating func append(contentsOf others: HeaderFields) { fields += others.fields }

    /// The first value under that name, whatever its spelling.
    package func first(_ name: String) -> String? {
        fields.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }

    /// All values under that name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalsIgnoringCase($0.name, name) }.map(\.value)
    }

    package func contains(_ name: String) -> Bool { first(name) != nil }

    /// Takes every field of that name away, then adds one.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name: name, value: value)
    }

    package mutating func remove(_ name: String) { fields.removeAll { ASCII.equalsIgnoringCase($0.name, name) } }
}
