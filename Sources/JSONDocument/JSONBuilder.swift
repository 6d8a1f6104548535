/// Makes values from what the scanner finds.
protocol JSONBuilder {
    associatedtype Value
    /// An object whose members are still being added.
    associatedtype Object

    static var emptyObject: Object { get }
    static func add(_ name: consuming String, at nameOffset: Int, _ value: consuming Value, to object: inout Object)

    static func null(_ place: Range<Int>) -> Value
    static func bool(_ value: Bool, _ place: Range<Int>) -> Value
    static func number(_ value: consuming JSONNumber, _ place: Range<Int>) -> Value
    static func string(_ value: consuming String, _ place: Range<Int>) -> Value
    static func array(_ values: consuming [Value], _ place: Range<Int>) -> Value
    static func object(_ object: consuming Object, _ place: Range<Int>) -> Value
}

/// Makes values with places.
enum JSONNodeBuilder: JSONBuilder {
    static var emptyObject: [JSONMember] { [] }

    static func add(_ name: consuming String, at nameOffset: Int, _ value: consuming JSONNode, to object: inout [JSONMember]) {
        if object.isEmpty { object.reserveCapacity(4) }
        object.append(JSONMember(name: name, nameOffset: nameOffset, value: value))
    }

    static func null(_ place: Range<Int>) -> JSONNode { node(.null, place) }
    static func bool(_ value: Bool, _ place: Range<Int>) -> JSONNode { node(.bool(value), place) }
    static func number(_ value: consuming JSONNumber, _ place: Range<Int>) -> JSONNode { node(.number(value), place) }
    static func string(_ value: consuming String, _ place: Range<Int>) -> JSONNode { node(.string(value), place) }
    static func array(_ values: consuming [JSONNode], _ place: Range<Int>) -> JSONNode { node(.array(values), place) }
    static func object(_ object: consuming [JSONMember], _ place: Range<Int>) -> JSONNode { node(.object(object), place) }

    private static func node(_ content: consuming JSONNode.Content, _ place: Range<Int>) -> JSONNode {
        JSONNode(content: content, offset: place.lowerBound, endOffset: place.upperBound)
    }
}

/// Makes values without places.
enum JSONValueBuilder: JSONBuilder {
    static var emptyObject: JSONObject { JSONObject() }

    static func add(_ name: consuming String, at nameOffset: Int, _ value: consuming JSONValue, to object: inout JSONObject) {
        object[name] = value
    }

    static func null(_ place: Range<Int>) -> JSONValue { .null }
    static func bool(_ value: Bool, _ place: Range<Int>) -> JSONValue { .bool(value) }
    static func number(_ value: consuming JSONNumber, _ place: Range<Int>) -> JSONValue { .number(value) }
    static func string(_ value: consuming String, _ place: Range<Int>) -> JSONValue { .string(value) }
    static func array(_ values: consuming [JSONValue], _ place: Range<Int>) -> JSONValue { .array(values) }
    static func object(_ object: consuming JSONObject, _ place: Range<Int>) -> JSONValue { .object(object) }
}
