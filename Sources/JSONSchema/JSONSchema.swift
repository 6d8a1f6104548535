package import Budget
package import JSONDocument

/// A compiled JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12. Immutable. Any thread.
///
/// Nothing is fetched: a `$ref` refers to the schema itself, to a document that is passed in, or to a draft's own meta-schema.
///
/// As in WireMock (networknt's validator): `$schema` in the schema takes precedence over the given version; `nullable: true` allows null
/// besides `type` and `enum`; `format` is asserted up to draft 7 and an annotation from 2019-09 on; patterns match anywhere in a text.
/// `contentEncoding`, `contentMediaType` and `contentSchema` are annotations in all drafts.
package struct JSONSchema: Sendable {
    /// A part of an instance that the schema does not allow.
    package struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The location in the instance (RFC 6901); empty for the root.
        package var pointer: String
        /// The violated keyword, or the name of the limit that stopped the validation.
        package var keyword: String
        /// One sentence without a period.
        package var message: String
        /// Whether a limit stopped the validation here.
        var isStop = false

        package var description: String { "\(pointer.isEmpty ? "the root" : pointer): \(message) (\(keyword))" }
    }

    /// Whether `format` can make an instance invalid.
    package enum FormatPolicy: Sendable {
        /// Up to draft 7; from 2019-09 on only if a meta-schema lists the format-assertion vocabulary.
        case byVersion
        case asserted
        case annotated
    }

    /// Limits of one validation.
    package struct Limits: Sendable {
        /// Subschemas applied in one validation (`limits.jsonSchemaSteps`).
        package var steps: Int
        /// Nesting of subschemas (`limits.jsonSchemaDepth`); stops a schema that refers to itself for the same value.
        package var depth: Int

        package init(steps: Int = 1_000_000, depth: Int = 1_000) {
            self.steps = steps
            self.depth = depth
        }
    }

    let nodes: [JSONSchemaNode]
    /// Nodes by the name of a dynamic anchor and the resource that defines it.
    let dynamicAnchors: [String: [Int: Int]]
    /// Whether a keyword needs to know what other keywords have evaluated.
    let collectsMarks: Bool
    let limits: Limits

    /// Compiles a schema.
    /// - Parameters:
    ///   - version: for a schema without `$schema`.
    ///   - documents: other schemas by their absolute URI.
    /// - Throws: `JSONSchemaError` with all mistakes in the schema and their locations.
    package static func compile(
        _ schema: JSONValue, version: JSONSchemaVersion = .draft202012, documents: [String: JSONValue] = [:],
        formats: FormatPolicy = .byVersion, limits: Limits = Limits()
    ) throws(JSONSchemaError) -> JSONSchema {
        var compiler = JSONSchemaCompiler(documents: documents, formats: formats)
        let version = try compiler.resources.version(of: schema, inherited: version)
        let violations = version.isStandard ? JSONSchemaMetaSchemas.compiled[version.draft]?.validate(schema) ?? [] : []
        guard violations.isEmpty else {
            throw JSONSchemaError(
                problems: violations.map { .init(pointer: $0.pointer, message: unknownType($0, in: schema) ?? $0.message) })
        }
        return try compiler.compile(schema, version, limits)
    }

    /// A message about an unknown `type`; a meta-schema only says that no alternative matches.
    private static func unknownType(_ violation: Violation, in schema: JSONValue) -> String? {
        guard violation.keyword == "anyOf", let pointer = JSONPointer(violation.pointer), pointer.tokens.last == "type" else { return nil }
        guard case .string(let type)? = pointer.value(in: schema) else { return nil }
        let types = ["string", "number", "integer", "boolean", "object", "array", "null"]
        let meant = Spelling.nearest(to: type, among: types)
        let repair = meant.map { "did you mean \"\($0)\"?" } ?? "types are \(types.joined(separator: ", "))"
        return "there is no type \"\(type)\" (\(repair))"
    }

    /// Compiles without validating against a meta-schema.
    static func compileUnchecked(_ schema: JSONValue, _ draft: JSONSchemaVersion) throws(JSONSchemaError) -> JSONSchema {
        var compiler = JSONSchemaCompiler(documents: [:], formats: .annotated)
        return try compiler.compile(schema, JSONSchemaDialect(draft: draft), Limits())
    }

    /// All violations; empty for a valid instance. Reaching a limit is a violation, too.
    /// - Parameter budget: what the work is charged to; nil for nothing.
    package func validate(_ instance: JSONValue, within budget: WorkBudget? = nil) -> [Violation] {
        var evaluator = JSONSchemaEvaluator(self, isQuiet: false, budget)
        return evaluator.run(instance)
    }

    /// Whether the instance is valid; stops at the first violation.
    /// - Parameter stopped: called with the reason if a limit stopped the validation; the instance counts as invalid then.
    /// - Parameter budget: what the work is charged to; nil for nothing.
    package func isValid(_ instance: JSONValue, within budget: WorkBudget? = nil, stopped: (String) -> Void = { _ in }) -> Bool {
        var evaluator = JSONSchemaEvaluator(self, isQuiet: true, budget)
        let violations = evaluator.run(instance)
        for violation in violations where violation.isStop { stopped("JSON Schema: \(violation.message)") }
        return violations.isEmpty
    }
}
