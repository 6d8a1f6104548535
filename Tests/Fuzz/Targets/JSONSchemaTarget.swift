internal import JSONDocument
internal import JSONSchema
internal import MockEngine

/// A schema in the first line, an instance after it, in all drafts. A list of violations is empty exactly for what is valid.
enum JSONSchemaTarget: FuzzTarget {
    private static let limits = JSONSchema.Limits(steps: 5_000, depth: 100)

    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let schema = try? JSONValue.parse(line, maximumDepth: 64) else { return }
        let instance = (try? JSONValue.parse(bytes[line.endIndex...].dropFirst(), maximumDepth: 64)) ?? schema
        for version in JSONSchemaVersion.allCases {
            guard let compiled = try? JSONSchema.compile(schema, version: version, formats: .asserted, limits: limits) else { continue }
            let violations = compiled.validate(instance)
            precondition(violations == compiled.validate(instance), "two validations differ")
            // A limit may stop the one and not the other, which ends earlier.
            let isStopped = violations.contains { $0.keyword.hasPrefix("jsonSchema") || $0.message.contains("limit") }
            precondition(isStopped || compiled.isValid(instance) == violations.isEmpty, "valid with violations, or the other way round")
        }
    }
}
