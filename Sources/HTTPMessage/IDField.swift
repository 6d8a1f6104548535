/// A field with an id of 16 ASCII characters. It takes no memory of its own until somebody reads it.
package struct IDField: Sendable {
    /// The name of the field, in ASCII.
    package let name: StaticString
    /// The first eight characters of the id, the first of them in the lowest byte.
    package let first: UInt64
    /// The other eight, in the same order.
    package let second: UInt64

    package init(_ name: StaticString, _ first: UInt64, _ second: UInt64) {
        self.name = name
        self.first = first
        self.second = second
    }

    /// The length of the id in bytes.
    package static let valueCount = 16

    /// The id as text.
    package var value: String {
        let characters = [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The same as any other field.
    package var field: HeaderFields.Field { HeaderFields.Field("\(name)", value) }
}
