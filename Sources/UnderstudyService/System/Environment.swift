internal import Glibc

/// The process's environment.
public enum Environment {
    /// All variables, read anew.
    public static var all: [String: String] {
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

    static func remove(_ name: String) { unsafe unsetenv(name) }
}
