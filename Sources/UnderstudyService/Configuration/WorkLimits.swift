internal import FixtureStore
internal import Handlebars
internal import JSONPath
internal import JSONSchema
internal import MockEngine
internal import RegularExpression

/// What one file, one match or one rendering may take: each the setting `limits.NAME`, which a message names when it stops something.
public struct WorkLimits: Sendable {
    public var jsonDepth = 512
    public var yamlExpansion = 100_000
    public var decodedBodyBytes = 64 << 20
    public var multipartParts = 10_000
    public var patternSteps = 5_000_000
    public var patternDepth = 1_000_000
    public var patternMemory = 65_536
    public var jsonPathSteps = 1_000_000
    public var jsonPathDepth = 64
    public var jsonSchemaSteps = 1_000_000
    public var jsonSchemaDepth = 1_000
    public var xmlBytes = 32 << 20
    public var xpathSteps = 2_000_000
    public var templateSteps = 1_000_000
    public var templateDepth = 64
    public var templateOutputBytes = 64 << 20

    public init() {}

    var fixtures: FixtureLimits { FixtureLimits(jsonDepth: jsonDepth, yamlExpansion: yamlExpansion) }

    var matching: MatchingLimits {
        MatchingLimits(
            patterns: MatchLimits(steps: patternSteps, depth: patternDepth, memoryKiB: patternMemory),
            jsonPath: JSONPath.Limits(steps: jsonPathSteps, depth: jsonPathDepth),
            jsonSchema: JSONSchema.Limits(steps: jsonSchemaSteps, depth: jsonSchemaDepth), xmlBytes: xmlBytes, xpathSteps: xpathSteps,
            jsonDepth: jsonDepth, decodedBodyBytes: decodedBodyBytes, multipartParts: multipartParts)
    }

    var templates: TemplateLimits {
        var limits = TemplateLimits()
        limits.steps = templateSteps
        limits.nesting = templateDepth
        limits.outputBytes = templateOutputBytes
        limits.patterns.steps = min(limits.patterns.steps, patternSteps)
        limits.patterns.depth = patternDepth
        limits.patterns.memoryKiB = patternMemory
        limits.jsonPath = matching.jsonPath
        limits.xml = matching.xml
        limits.jsonDepth = jsonDepth
        return limits
    }
}
