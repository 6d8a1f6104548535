/// An invalid schema, with everything that is wrong in it.
package struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One mistake in a schema.
    package struct Problem: Sendable, Hashable {
        /// The location in the schema (RFC 6901); empty for the root.
        package var pointer: String
        /// One sentence without a period.
        package var message: String
    }

    /// All mistakes, without duplicates.
    package var problems: [Problem]

    /// Removes duplicates, which arise because parts of a meta-schema repeat each other.
    init(problems: [Problem]) {
        var said: Set<Problem> = []
        self.problems = problems.filter { said.insert($0).inserted }
    }

    init(_ message: String, at pointer: String = "") { problems = [Problem(pointer: pointer, message: message)] }

    /// `JSON Schema: /properties/a/$ref: unknown reference "#/x"`
    package var description: String {
        "JSON Schema: " + problems.map { $0.pointer.isEmpty ? $0.message : "\($0.pointer): \($0.message)" }.joined(separator: "; ")
    }
}
