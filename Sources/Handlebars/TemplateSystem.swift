public import JavaText
public import RegularExpression

/// What helpers may see of the machine. Closed by default.
public struct TemplateSystem: Sendable {
    /// What `hostname` prints.
    public var hostname: @Sendable () -> String = { "localhost" }
    /// What `systemValue` finds in the environment.
    public var environmentVariable: @Sendable (String) -> String? = { _ in nil }
    /// What it finds by `type='PROPERTY'`: Java's properties have no counterpart here, so nothing unless somebody sets it.
    public var property: @Sendable (String) -> String? = { _ in nil }
    /// Keys that `systemValue` may read: each matches the whole of them. None: it reads nothing.
    public var permittedKeys: [RegularExpression] = []
    /// Where named time zones are found; nil: UTC and offsets only.
    public var timeZones: (any TimeZoneDatabase)?

    public init() {}
}
