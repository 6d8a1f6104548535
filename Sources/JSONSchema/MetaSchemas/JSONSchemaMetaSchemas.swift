internal import JSONDocument

/// The drafts' meta-schemas.
enum JSONSchemaMetaSchemas {
    private static let texts: [JSONSchemaVersion: [String]] = [
        .draft4: draft4, .draft6: draft6, .draft7: draft7, .draft201909: draft201909, .draft202012: draft202012,
    ]

    private static let parsed = texts.mapValues { $0.compactMap { try? JSONValue.parse($0.utf8) } }

    /// By URI, without a fragment.
    static let documents: [String: JSONValue] = {
        var documents: [String: JSONValue] = [:]
        for document in parsed.values.joined() {
            guard var uri = (document["$id"] ?? document["id"])?.string else { continue }
            if uri.hasSuffix("#") { uri.removeLast() }
            documents[uri] = document
        }
        return documents
    }()

    /// For validating schemas; the first document of each draft describes a schema.
    static let compiled: [JSONSchemaVersion: JSONSchema] = {
        let schemas = parsed.compactMap { version, documents in
            documents.first.flatMap { root in try? JSONSchema.compileUnchecked(root, version) }.map { (version, $0) }
        }
        return Dictionary(uniqueKeysWithValues: schemas)
    }()
}
