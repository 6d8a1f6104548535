package import JSONDocument

/// A compiled JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12. Compile once, validate from any thread.
///
/// Nothing is ever fetched: a `$ref` leads into the schema itself, into a given document, or to a draft's own meta-schema.
///
/// As in WireMock (networknt's validator): `$schema` in the schema wins over the given version; `nullable: true` lets null through beside
/// `type` and `enum`; `format` is asserted up to draft 7 and an annotation from 2019-09 on; patterns match anywhere in a text.
/// `contentEncoding`, `contentMediaType` and `contentSchema` are annotations in all drafts.
package struct JSONSchema: Sendable {
    /// Something in an instance that the schema does not allow.
    package struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The place in the instance (RFC 6901); empty for the root.
        package var pointer: String
        /// The keyword that does not hold, or the name of the limit that stopped the validation.
        package var keyword: String
        /// One sentence without a full stop.
        package var message: String
        /// It was a limit that ended the validation here.
        var isStop = false

        package var description: String { "\(pointer.isEmpty ? "the root" : pointer): \(message) (\(keyword))" }
    }

    /// Whether `format` can make an instance invalid.
    package enum FormatPolicy: Sendable {
        /// Up to draft 7; from 2019-09 on only where a meta-schema names the format-assertion vocabulary.
        case byVersion
        case asserted
        case annotated
    }

    /// Bounds that no validation can exceed.
    package struct Limits: Sendable {
        /// Subschemas applied in one validation (`limits.jsonSchemaSteps`).
        package var steps: Int
        /// Subschemas inside each other (`limits.jsonSchemaDepth`); a schema that refers to itself for the same value ends here.
        package var depth: Int
        /// Violations that are listed (`jsonSchemaViolations`); further ones are left out.
        package var violations: Int

        package init(steps: Int = 1_000_000, depth: Int = 1_000, violations: Int = 1_000) {
            self.steps = steps
            self.depth = depth
            self.violations = violations
        }
    }

    let nodes: [JSONSchemaNode]
    /// Nodes by the name of a dynamic anchor and the resource that has it.
    let dynamicAnchors: [String: [Int: Int]]
    /// Whether anybody asks what others have evaluated.
    let collectsMarks: Bool
    let limits: Limits

    /// - Parameters:
    ///   - version: for a schema that does not say it itself.
    ///   - documents: further schemas by their absolute URI.
    /// - Throws: what is wrong in the schema, all of it, with places in the schema.
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

    /// About a `type` that there is none of; a meta-schema only says that no alternative holds.
    private static func unknownType(_ violation: Violation, in schema: JSONValue) -> String? {
        guard violation.keyword == "anyOf", let pointer = JSONPointer(violation.pointer), pointer.tokens.last == "type" else { return nil }
        guard case .string(let type)? = pointer.value(in: schema) else { return nil }
        let types = ["string", "number", "integer", "boolean", "object", "array", "null"]
        let meant = Spelling.nearest(to: type, among: types).map { ", did you mean \"\($0)\"?" } ?? ""
        return "\"\(type)\" is no type (\(types.joined(separator: ", "))\(meant))"
    }

    /// Without checking against a meta-schema.
    static func compileUnchecked(_ schema: JSONValue, _ draft: JSONSchemaVersion) throws(JSONSchemaError) -> JSONSchema {
        var compiler = JSONSchemaCompiler(documents: [:], formats: .annotated)
        return try compiler.compile(schema, JSONSchemaDialect(draft: draft), Limits())
    }

    /// Everything that the schema does not allow; empty for a valid instance. A limit that is reached is one more violation.
    package func validate(_ instance: JSONValue) -> [Violation] {
        var evaluator = JSONSchemaEvaluator(self, isQuiet: false)
        return evaluator.run(instance)
    }

    /// Whether `validate` would find nothing; stops at the first violation.
    /// - Parameter stopped: is told why a limit ended the validation; the instance then counts as invalid.
    package func isValid(_ instance: JSONValue, stopped: (String) -> Void = { _ in }) -> Bool {
        var evaluator = JSONSchemaEvaluator(self, isQuiet: true)
        let violations = evaluator.run(instance)
        for violation in violations where violation.isStop { stopped("JSON Schema: \(violation.message)") }
        return violations.isEmpty
    }
}
