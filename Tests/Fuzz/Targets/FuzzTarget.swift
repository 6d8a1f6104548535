/// Takes any bytes and traps if something that must hold does not. Refusing the bytes is no failure.
///
/// A new target is one file with a conforming type, a line in `targets`, and a few seeds in `Seeds/NAME/`.
package protocol FuzzTarget: SendableMetatype {
    static func run(_ bytes: [UInt8])
}

/// The targets by the names that `script/fuzz` takes.
package let targets: [String: any FuzzTarget.Type] = [
    "carriers": CarriersTarget.self,
    "aws-chunked": AWSChunkedTarget.self,
    "date": DateTarget.self,
    "gzip": GzipTarget.self,
    "json-parser": JSONParserTarget.self,
    "json-path": JSONPathTarget.self,
    "json-schema": JSONSchemaTarget.self,
    "key-escape": KeyEscapeTarget.self,
    "mapping-loader": MappingLoaderTarget.self,
    "post-form": PostFormTarget.self,
    "regular-expression": RegularExpressionTarget.self,
    "request-parts": RequestPartsTarget.self,
    "s3-document": S3DocumentTarget.self,
    "s3-signature": SignatureTarget.self,
    "schedule": ScheduleTarget.self,
    "template": TemplateTarget.self,
    "xml": XMLTarget.self,
    "yaml": YAMLTarget.self,
]

/// The names of all targets, in order.
public let fuzzTargetNames: [String] = targets.keys.sorted()

/// What takes the inputs of a target, or nil when no target has this name. It ends the process when something that must hold does not.
public func fuzzTarget(named name: String) -> (@Sendable ([UInt8]) -> Void)? {
    guard let target = targets[name] else { return nil }
    return { bytes in target.run(bytes) }
}
