/// Which implementation of Handlebars is followed.
package enum TemplateDialect: Sendable {
    /// WireMock 3: Handlebars.java with WireMock's settings. Nothing is escaped, a tag alone on its line leaves the empty line, names that
    /// a context lacks are looked up in the outer contexts, including `@name` and behind `../`, values print as in Java, and zero is an
    /// empty section.
    case wireMock
    /// Handlebars.js, whose public test cases check the core.
    case javaScript

    var escapes: Bool { self == .javaScript }
    var trimsStandaloneLines: Bool { self == .javaScript }
    var asksOuterContexts: Bool { self == .wireMock }
    /// Whether `{{> name}}` always has a context of its own; else only with arguments.
    var partialsAddContexts: Bool { self == .wireMock }
    var printsAsJava: Bool { self == .wireMock }
    var zeroIsEmptySection: Bool { self == .wireMock }
    /// Whether `../@index` is `@../index`.
    var allowsDataBehindParents: Bool { self == .wireMock }
    /// Whether the last dot of `{{name.}}` is a mistake; else it is an argument of `name`.
    var refusesDotBehindName: Bool { self == .wireMock }
    /// Whether `(name)` may be a value; else only the call of a helper.
    var allowsValuesInParentheses: Bool { self == .javaScript }
    /// Whether `[name]` may call a helper; else it is always a value.
    var bracketsNameHelpers: Bool { self == .javaScript }
    /// Whether `a.this.b`, `a..b` and `a./b` are `a.b`; else they are mistakes.
    var allowsLoosePaths: Bool { self == .wireMock }
    /// Whether `{{5}}` is the member with that name; else it is a mistake.
    var takesLiteralsForNames: Bool { self == .javaScript }
}
