package import JavaText
package import RegularExpression

/// What helpers may see of the machine. Closed by default.
package struct TemplateSystem: Sendable {
    /// What `hostname` prints.
    package var hostname: @Sendable () -> String = { "localhost" }
    /// What `systemValue` finds in the environment.
    package var environmentVariable: @Sendable (String) -> String? = { _ in nil }
    /// What it finds by `type='PROPERTY'`: Java's properties have no counterpart here, so nothing unless somebody sets it.
    package var property: @Sendable (String) -> String? = { _ in nil }
    /// Keys that `systemValue` may read: each matches the whole of them. None: it reads nothing.
    package var permittedKeys: [RegularExpression] = []
    /// Where named time zones are found; nil: UTC and offsets only.
    package var timeZones: (any TimeZoneDatabase)?

    package init() {}
}
