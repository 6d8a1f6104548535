internal import HTTPMessage
internal import JSONDocument

/// A subschema's location: a resource (a schema with its own URI), and the path in it.
struct JSONSchemaSite {
    var value: JSONValue
    var resource: Int
    /// From the resource's root (RFC 6901).
    var pointer: String

    var object: JSONObject { value.object ?? JSONObject() }
}

/// All schemas with URIs and anchors that are known during compilation.
struct JSONSchemaResources {
    struct Resource {
        var uri: URIReference
        var root: JSONValue
        var dialect: JSONSchemaDialect
        var anchors: [String: JSONSchemaSite] = [:]
        var dynamicAnchors: Set<String> = []
    }

    /// `$recursiveAnchor` is a dynamic anchor without a name.
    static let recursiveAnchor = ""

    private let documents: [String: JSONValue]
    private(set) var all: [Resource] = []
    private var places: [String: Int] = [:]

    init(documents: [String: JSONValue]) { self.documents = documents }

    // MARK: Registering

    /// Registers a whole document.
    mutating func add(_ document: JSONValue, uri: String, _ inherited: JSONSchemaDialect) throws(JSONSchemaError) -> Int {
        let dialect = try version(of: document, inherited: inherited)
        let base = URIReference(uri)
        let resource = try addResource(document, uri: identifier(of: document, dialect, base) ?? base, dialect)
        places[uri] = resource
        return resource
    }

    private mutating func addResource(
        _ root: JSONValue, uri: URIReference, _ dialect: JSONSchemaDialect
    ) throws(JSONSchemaError) -> Int {
        var uri = uri
        uri.fragment = nil
        let resource = all.count
        all.append(Resource(uri: uri, root: root, dialect: dialect))
        places[uri.text] = resource
        try scan(JSONSchemaSite(value: root, resource: resource, pointer: ""))
        return resource
    }

    /// Finds URIs and anchors in a subschema and its descendants.
    private mutating func scan(_ site: JSONSchemaSite) throws(JSONSchemaError) {
        guard case .object(let object) = site.value else { return }
        let dialect = all[site.resource].dialect
        noteAnchors(site, object, dialect.draft)
        for keyword in JSONSchemaKeyword.all where keyword.versions.contains(dialect.draft) {
            guard let value = object[keyword.name] else { continue }
            let site = JSONSchemaSite(value: value, resource: site.resource, pointer: "\(site.pointer)/\(keyword.name)")
            for child in keyword.subschemas.children(of: value) { try scan(try descend(site, child)) }
        }
    }

    private mutating func noteAnchors(_ site: JSONSchemaSite, _ object: JSONObject, _ draft: JSONSchemaVersion) {
        var names: [String] = []
        if draft <= .draft7 {
            if object["$ref"]?.string == nil, let id = object[draft.identifierKeyword]?.string,
                let fragment = URIReference(id).fragment, !fragment.isEmpty
            {
                names.append(fragment)
            }
        } else {
            if let name = object["$anchor"]?.string { names.append(name) }
            if draft == .draft202012, let name = object["$dynamicAnchor"]?.string {
                names.append(name)
                all[site.resource].dynamicAnchors.insert(name)
            }
            if draft == .draft201909, site.pointer.isEmpty, object["$recursiveAnchor"]?.bool == true {
                all[site.resource].anchors[Self.recursiveAnchor] = site
                all[site.resource].dynamicAnchors.insert(Self.recursiveAnchor)
            }
        }
        for name in names { all[site.resource].anchors[name] = site }
    }

    /// The URI that a schema gives itself; nil if it has none.
    private func identifier(of schema: JSONValue, _ dialect: JSONSchemaDialect, _ base: URIReference) -> URIReference? {
        guard let id = schema[dialect.draft.identifierKeyword]?.string else { return nil }
        if dialect.draft.referencesHideSiblings, schema["$ref"]?.string != nil || id.hasPrefix("#") { return nil }
        return URIReference(id).resolved(against: base)
    }

    /// The child of a value within a schema: in a resource of its own if it has a URI.
    mutating func descend(_ site: JSONSchemaSite, _ child: (token: String, value: JSONValue)) throws(JSONSchemaError) -> JSONSchemaSite {
        let parent = all[site.resource]
        if case .object = child.value {
            let dialect = child.value["$schema"] == nil ? parent.dialect : try version(of: child.value, inherited: parent.dialect)
            if var uri = identifier(of: child.value, dialect, parent.uri) {
                uri.fragment = nil
                var resource = places[uri.text]
                if resource == nil { resource = try addResource(child.value, uri: uri, dialect) }
                if let resource { return JSONSchemaSite(value: child.value, resource: resource, pointer: "") }
            }
        }
        let pointer = child.token.isEmpty ? site.pointer : "\(site.pointer)/\(JSONPointer.escape(child.token))"
        return JSONSchemaSite(value: child.value, resource: site.resource, pointer: pointer)
    }

    // MARK: Looking up

    /// The subschema that a reference points to; nil if there is none.
    mutating func site(of reference: String, from resource: Int) throws(JSONSchemaError) -> JSONSchemaSite? {
        var uri = URIReference(reference).resolved(against: all[resource].uri)
        let fragment = PercentCoding.decodePath((uri.fragment ?? "").utf8)
        uri.fragment = nil
        guard let target = try place(of: uri.text, all[resource].dialect) else { return nil }
        let root = JSONSchemaSite(value: all[target].root, resource: target, pointer: "")
        if fragment.isEmpty { return root }
        guard fragment.hasPrefix("/") else { return all[target].anchors[fragment] }
        guard let pointer = JSONPointer(fragment) else { return nil }
        var site = root
        for token in pointer.tokens {
            guard let value = JSONPointer(tokens: [token]).value(in: site.value) else { return nil }
            site = try descend(site, (token, value))
        }
        return site
    }

    private mutating func place(of uri: String, _ dialect: JSONSchemaDialect) throws(JSONSchemaError) -> Int? {
        if let known = places[uri] { return known }
        guard let document = documents[uri] ?? JSONSchemaMetaSchemas.documents[uri] else { return nil }
        return try add(document, uri: uri, dialect)
    }

    /// The value of `$schema`.
    func version(of schema: JSONValue, inherited: JSONSchemaVersion) throws(JSONSchemaError) -> JSONSchemaDialect {
        try version(of: schema, inherited: JSONSchemaDialect(draft: inherited))
    }

    private func version(of schema: JSONValue, inherited: JSONSchemaDialect) throws(JSONSchemaError) -> JSONSchemaDialect {
        guard let uri = schema["$schema"]?.string else { return inherited }
        return try dialect(of: uri, inherited: inherited, depth: 0)
    }

    private func dialect(of uri: String, inherited: JSONSchemaDialect, depth: Int) throws(JSONSchemaError) -> JSONSchemaDialect {
        var name = uri[...]
        if name.hasSuffix("#") { name = name.dropLast() }
        for scheme in ["http://", "https://"] where name.hasPrefix(scheme) { name = name.dropFirst(scheme.count) }
        // "The latest version", for schemas without `$schema`.
        if name == "json-schema.org/schema" { return JSONSchemaDialect(draft: .draft202012) }
        if let draft = JSONSchemaVersion.allCases.first(where: { $0.identifier == name }) { return JSONSchemaDialect(draft: draft) }
        guard depth < 8, let document = documents[uri] else {
            let known = JSONSchemaVersion.allCases.map { "http\($0 > .draft7 ? "s" : "")://\($0.identifier)" }
            throw JSONSchemaError("unknown \"$schema\" \"\(uri)\": known are \(known.joined(separator: ", "))", at: "/$schema")
        }
        var result = inherited
        if let meta = document["$schema"]?.string, meta != uri { result = try dialect(of: meta, inherited: inherited, depth: depth + 1) }
        if let vocabularies = document["$vocabulary"]?.object {
            result.vocabularies = []
            for (uri, isRequired) in vocabularies.members {
                let name = String(uri.split(separator: "/").last ?? "")
                if uri.contains("json-schema.org/draft/"), JSONSchemaVocabulary.known.contains(name) {
                    result.vocabularies?.insert(name)
                } else if isRequired.bool == true {
                    throw JSONSchemaError("unknown vocabulary \"\(uri)\"", at: "/$schema")
                }
            }
        }
        return result
    }
}
