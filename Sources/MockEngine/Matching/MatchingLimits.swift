package import JSONPath
package import JSONSchema
package import RegularExpression
package import XMLDocument

/// What matching one request may take, so that neither a stub nor a request can hold a thread. Each has the name of its setting, which
/// the message says when it stops something.
package final class MatchingLimits: Sendable {
    /// Of every regular expression in a stub (`limits.patternSteps`, `limits.patternDepth`, `limits.patternMemory`).
    package let patterns: MatchLimits
    /// `limits.jsonPathSteps`, `limits.jsonPathDepth`
    package let jsonPath: JSONPath.Limits
    /// `limits.jsonSchemaSteps`, `limits.jsonSchemaDepth`
    package let jsonSchema: JSONSchema.Limits
    /// `limits.xmlBytes`, `limits.xpathSteps`
    package let xml: XMLLimits
    /// Nesting of JSON in a request (`limits.jsonDepth`).
    package let jsonDepth: Int
    /// A gzipped body that would grow beyond it is not looked into (`limits.decodedBodyBytes`).
    package let decodedBodyBytes: Int
    /// A multipart body with more parts is not looked into (`limits.multipartParts`).
    package let multipartParts: Int

    package static let standard = MatchingLimits()

    package init(
        patterns: MatchLimits = .standard, jsonPath: JSONPath.Limits = .init(), jsonSchema: JSONSchema.Limits = .init(),
        xmlBytes: Int = XMLLimits.standard.bytes, xpathSteps: Int = XMLLimits.standard.xpathSteps, jsonDepth: Int = 512,
        decodedBodyBytes: Int = 64 << 20,
        multipartParts: Int = 10_000
    ) {
        self.patterns = patterns
        self.jsonPath = jsonPath
        self.jsonSchema = jsonSchema
        xml = XMLLimits(bytes: xmlBytes, xpathSteps: xpathSteps)
        self.jsonDepth = jsonDepth
        self.decodedBodyBytes = decodedBodyBytes
        self.multipartParts = multipartParts
    }
}
