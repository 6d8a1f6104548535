/// A schema that cannot be used: everything that is wrong in it.
package struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Problem: Sendable, Hashable {
        /// The place in the schema (RFC 6901); empty for the root.
        package var pointer: String
        /// One sentence without a full stop.
        package var message: String
    }

    package var problems: [Problem]

    /// What is said twice, as parts of a meta-schema do of what is no schema at all, is kept once.
    init(problems: [Problem]) {
        var said: Set<Problem> = []
        self.problems = problems.filter { said.insert($0).inserted }
    }

    init(_ message: String, at pointer: String = "") { problems = [Problem(pointer: pointer, message: message)] }

    /// `JSON Schema: unknown reference "#/x" at /properties/a/$ref`
    package var description: String {
        "JSON Schema: "
            + problems.map { $0.pointer.isEmpty ? $0.message : "\($0.message) at \($0.pointer)" }.joined(separator: "; ")
    }
}
