internal import Glibc

/// The process's environment.
public enum Environment {
    /// All variables, read anew.
    public static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if let mark = line.firstIndex(of: "=") { variables[String(line[..<mark])] = String(line[line.index(after: mark)...]) }
            unsafe entry += 1
        }
        return variables
    }

    static func remove(_ name: String) { unsafe unsetenv(name) }
}
