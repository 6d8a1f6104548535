internal import Glibc
internal import JSONDocument

/// Environment variables: the process's own, read one by one, or a table in their place.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil for the process's own.
    private let table: [String: String]?

    /// The variables of this process, read anew each time.
    package static let process = Environment(table: nil)

    private init(table: [String: String]?) { self.table = table }

    package init(dictionaryLiteral elements: (String, String)...) {
        table = Dictionary(elements) { _, last in last }
    }

    /// The value of a variable; nil when it is not set.
    package subscript(_ name: String) -> String? {
        if let table { return table[name] }
        return unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// All variables of this process.
    package static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if let mark = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
                variables[String(line[..<mark])] = String(line[line.utf8.index(after: mark)...])
            }
            unsafe entry += 1
        }
        return variables
    }

    /// Sentences about variables that look like misspelled settings.
    var strangers: [String] {
        let names = (table ?? Self.all).keys.filter { $0.hasPrefix("UNDERSTUDY_") }
        if names.isEmpty { return [] }
        let settings = Setting.all.map(\.variable)
        let known = Set(settings + ["UNDERSTUDY_MOCKS", "UNDERSTUDY_URL", "UNDERSTUDY_S3_URL"])
        return names.filter { !known.contains($0) }.sorted().compactMap { name in
            let meant = Spelling.nearest(to: String(name.dropFirst(11)), among: settings.map { String($0.dropFirst(11)) })
            return meant.map { "\(name) is not a setting. Did you mean UNDERSTUDY_\($0)?" }
        }
    }

    /// Removes a variable of this process.
    package static func remove(_ name: String) { unsafe unsetenv(name) }
}
