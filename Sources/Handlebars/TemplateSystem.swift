package import JavaText
internal import RegularExpression

/// What helpers may see of the machine. By default nothing.
package struct TemplateSystem: Sendable {
    /// What `hostname` prints.
    package var hostname: @Sendable () -> String = { "localhost" }
    /// The value of an environment variable, for `systemValue`; nil if it is not set.
    package var environmentVariable: @Sendable (String) -> String? = { _ in nil }
    /// The value for `type='PROPERTY'`. Java's properties have no equivalent here, so nil by default.
    package var property: @Sendable (String) -> String? = { _ in nil }
    /// The patterns of the keys that `systemValue` may read. Empty: none.
    private(set) var permittedKeys: [RegularExpression] = []
    /// The database of named time zones; nil for UTC and offsets only.
    package var timeZones: (any TimeZoneDatabase)?

    package init() {}

    /// Permits `systemValue` the keys that one of the patterns matches as a whole, in either case of letters. A malformed one permits none.
    package mutating func permit(_ patterns: [String]) {
        permittedKeys += patterns.compactMap { try? RegularExpression($0, options: .caseInsensitive) }
    }
}
