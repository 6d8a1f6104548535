/// Which Handlebars.
package enum TemplateDialect: Sendable {
    /// WireMock 3's: Handlebars.java as WireMock sets it up. Nothing is escaped, tags on lines of their own leave the line behind, what
    /// a context lacks is looked for in those around it, `@name` included, values print as Java prints them, zero is an empty section.
    case wireMock
    /// Handlebars.js, whose public cases check the core.
    case javaScript

    var escapes: Bool { self == .javaScript }
    var trimsStandaloneLines: Bool { self == .javaScript }
    var asksOuterContexts: Bool { self == .wireMock }
    var printsAsJava: Bool { self == .wireMock }
    var zeroIsEmptySection: Bool { self == .wireMock }
}
