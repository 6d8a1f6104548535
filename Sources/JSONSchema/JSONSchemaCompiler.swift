internal import JSONDocument
internal import RegularExpression

/// A compiled subschema: the assertions of its keywords, in order.
struct JSONSchemaNode: Sendable {
    /// Adds what it evaluated to the marks, and returns whether the instance is valid.
    typealias Assertion = @Sendable (JSONValue, inout JSONSchemaMarks, inout JSONSchemaEvaluator) throws(JSONSchemaStop) -> Bool

    /// What the schema `false` asserts.
    static let nothing: Assertion = { (instance, marks, evaluator) throws(JSONSchemaStop) in
        evaluator.fails("false", "nothing is allowed here")
    }

    var resource = 0
    var assertions: [Assertion] = []
}

/// Makes nodes from subschemas. Each is compiled once, when it is first referred to; references may be circular.
struct JSONSchemaCompiler {
    /// Lower than elsewhere, because a pattern is matched against many strings.
    static let patternLimits = MatchLimits(steps: 200_000, depth: 100_000, memoryKiB: 4096)

    let formats: JSONSchema.FormatPolicy
    var resources: JSONSchemaResources
    /// Set by keywords that need to know what others have evaluated.
    var collectsMarks = false
    private var nodes: [JSONSchemaNode] = []
    private var numbers: [ExactText: Int] = [:]
    private var waiting: [(number: Int, site: JSONSchemaSite)] = []
    private var dynamicNames: Set<String> = []

    init(documents: [String: JSONValue], formats: JSONSchema.FormatPolicy) {
        resources = JSONSchemaResources(documents: documents)
        self.formats = formats
    }

    mutating func compile(
        _ schema: JSONValue, _ dialect: JSONSchemaDialect, _ limits: JSONSchema.Limits
    ) throws(JSONSchemaError) -> JSONSchema {
        let root = try resources.add(schema, uri: "", dialect)
        _ = node(for: JSONSchemaSite(value: schema, resource: root, pointer: ""))
        var problems: [JSONSchemaError.Problem] = []
        while let (number, site) = waiting.popLast() {
            do { nodes[number] = try compiled(site) } catch { problems += error.problems }
            if waiting.isEmpty { reserveDynamicAnchors() }
        }
        guard problems.isEmpty else { throw JSONSchemaError(problems: problems.sorted { $0.pointer < $1.pointer }) }
        return JSONSchema(nodes: nodes, dynamicAnchors: dynamicAnchors(), collectsMarks: collectsMarks, limits: limits)
    }

    private mutating func compiled(_ site: JSONSchemaSite) throws(JSONSchemaError) -> JSONSchemaNode {
        var node = JSONSchemaNode(resource: site.resource)
        switch site.value {
        case .bool(true): break
        case .bool(false):
            node.assertions.append(JSONSchemaNode.nothing)
        case .object(let object):
            let dialect = resources.all[site.resource].dialect
            let isReferenceOnly = dialect.draft.referencesHideSiblings && object["$ref"]?.string != nil
            for keyword in JSONSchemaKeyword.all where keyword.versions.contains(dialect.draft) && dialect.uses(keyword.vocabulary) {
                guard !isReferenceOnly || keyword.name == "$ref", let value = object[keyword.name] else { continue }
                if let assertion = try keyword.compile(value, site, &self) { node.assertions.append(assertion) }
            }
        default: throw error("a schema must be an object or a boolean", site)
        }
        return node
    }

    /// The number of a subschema's node, which may not be compiled yet.
    mutating func node(for site: JSONSchemaSite) -> Int {
        let key = ExactText("\(site.resource)\(site.pointer)")
        if let known = numbers[key] { return known }
        let number = nodes.count
        nodes.append(JSONSchemaNode())
        numbers[key] = number
        waiting.append((number, site))
        return number
    }

    /// The node of a schema's child, by the tokens of its path.
    mutating func node(_ site: JSONSchemaSite, _ tokens: String...) throws(JSONSchemaError) -> Int {
        var site = site
        for token in tokens {
            guard let value = JSONPointer(tokens: [token]).value(in: site.value) else { throw error("nothing is there", site, token) }
            site = try resources.descend(site, (token, value))
        }
        return node(for: site)
    }

    /// The nodes of the elements of a keyword's array.
    mutating func nodes(_ site: JSONSchemaSite, _ keyword: String) throws(JSONSchemaError) -> [Int] {
        var result: [Int] = []
        for index in (site.object[keyword]?.array ?? []).indices { result.append(try node(site, keyword, String(index))) }
        return result
    }

    /// The nodes of the members of a keyword's object.
    mutating func members(_ site: JSONSchemaSite, _ keyword: String) throws(JSONSchemaError) -> [(name: String, node: Int)] {
        var result: [(String, Int)] = []
        for name in site.object[keyword]?.object?.names ?? [] { result.append((name, try node(site, keyword, name))) }
        return result
    }

    func dialect(_ site: JSONSchemaSite) -> JSONSchemaDialect { resources.all[site.resource].dialect }

    func pattern(_ text: String, _ site: JSONSchemaSite, _ tokens: String...) throws(JSONSchemaError) -> RegularExpression {
        do {
            return try RegularExpression(text, options: [], dialect: .ecmaScript, limits: Self.patternLimits)
        } catch {
            throw JSONSchemaError(
                "the pattern \"\(text)\" cannot be compiled: \(error.message)", at: site.pointer + JSONPointer(tokens: tokens).text)
        }
    }

    func error(_ message: String, _ site: JSONSchemaSite, _ token: String? = nil) -> JSONSchemaError {
        JSONSchemaError(message, at: site.pointer + (token.map { "/" + JSONPointer.escape($0) } ?? ""))
    }

    // MARK: Dynamic anchors

    /// Makes all anchors with this name possible targets.
    mutating func usesDynamicAnchor(_ name: String) { dynamicNames.insert(name) }

    private mutating func reserveDynamicAnchors() {
        for resource in resources.all {
            for name in resource.dynamicAnchors where dynamicNames.contains(name) {
                if let site = resource.anchors[name] { _ = node(for: site) }
            }
        }
    }

    private mutating func dynamicAnchors() -> [String: [Int: Int]] {
        var result: [String: [Int: Int]] = [:]
        for (number, resource) in resources.all.enumerated() {
            for name in resource.dynamicAnchors where dynamicNames.contains(name) {
                if let site = resource.anchors[name] { result[name, default: [:]][number] = node(for: site) }
            }
        }
        return result
    }
}
