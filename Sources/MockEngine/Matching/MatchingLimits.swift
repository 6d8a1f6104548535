package import Budget
package import JSONPath
package import JSONSchema
package import RegularExpression
package import XMLDocument

/// Limits for matching one request, so that neither a stub nor a request can block a thread. Each is named after its setting; a message
/// about a limit contains that name.
package final class MatchingLimits: Sendable {
    /// Limits of every regular expression in a stub (`limits.patternSteps`, `limits.patternDepth`, `limits.patternMemory`).
    package let patterns: MatchLimits
    /// Steps and depth (`limits.jsonPathSteps`, `limits.jsonPathDepth`).
    package let jsonPath: JSONPath.Limits
    /// Steps and depth (`limits.jsonSchemaSteps`, `limits.jsonSchemaDepth`).
    package let jsonSchema: JSONSchema.Limits
    /// Bytes of a document and steps of an XPath (`limits.xmlBytes`, `limits.xpathSteps`).
    package let xml: XMLLimits
    /// How deeply JSON in a request may be nested (`limits.jsonDepth`).
    package let jsonDepth: Int
    /// A gzipped body that would exceed this many bytes is not examined (`limits.decodedBodyBytes`).
    package let decodedBodyBytes: Int
    /// A multipart body with more parts is not examined (`limits.multipartParts`).
    package let multipartParts: Int
    /// What all work for one request may take (`limits.requestSteps`, `limits.requestMemoryBytes`).
    package let request: WorkBudget.Limits

    /// The defaults of all settings.
    package static let standard = MatchingLimits()

    /// - Parameters:
    ///   - xmlBytes: of a document (`limits.xmlBytes`).
    ///   - xpathSteps: of an XPath (`limits.xpathSteps`).
    package init(
        patterns: MatchLimits = .standard, jsonPath: JSONPath.Limits = .init(), jsonSchema: JSONSchema.Limits = .init(),
        xmlBytes: Int = XMLLimits.standard.bytes, xpathSteps: Int = XMLLimits.standard.xpathSteps, jsonDepth: Int = 512,
        decodedBodyBytes: Int = 64 << 20,
        multipartParts: Int = 10_000, request: WorkBudget.Limits = .init()
    ) {
        self.patterns = patterns
        self.jsonPath = jsonPath
        self.jsonSchema = jsonSchema
        xml = XMLLimits(bytes: xmlBytes, xpathSteps: xpathSteps)
        self.jsonDepth = jsonDepth
        self.decodedBodyBytes = decodedBodyBytes
        self.multipartParts = multipartParts
        self.request = request
    }
}
