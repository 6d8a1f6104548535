internal import Glibc

/// Environment variables: the process's own, asked for one by one, or a table that stands in for them.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil: the process's own.
    private let table: [String: String]?

    /// The variables of this process, read anew each time.
    public static let process = Environment(table: nil)

    private init(table: [String: String]?) { self.table = table }

    public init(dictionaryLiteral elements: (String, String)...) {
        table = Dictionary(elements) { _, last in last }
    }

    /// The value of a variable; nil when it is not set.
    public subscript(_ name: String) -> String? {
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

    package static func remove(_ name: String) { unsafe unsetenv(name) }
}
