internal import Foundation
internal import UnderstudyClient

/// Finds a test's folder of fixtures.
enum MocksFolder {
    /// - Parameters:
    ///   - path: absolute, or relative to the folder of the test's source file or to one above it; the nearest one counts.
    ///   - callSite: the test's place.
    /// - Throws: `UnderstudyFailure` when there is none.
    static func find(_ path: String, at callSite: CallSite) throws -> URL {
        if path.hasPrefix("/") {
            if isFolder(path) { return URL(fileURLWithPath: path, isDirectory: true) }
            throw UnderstudyFailure(.invalid, "There is no folder of fixtures \(path).", at: callSite)
        }
        let source = URL(fileURLWithPath: callSite.filePath).deletingLastPathComponent().standardizedFileURL
        var above = source.pathComponents
        while !above.isEmpty {
            let candidate = NSString.path(withComponents: above + [path])
            if isFolder(candidate) { return URL(fileURLWithPath: candidate, isDirectory: true) }
            above.removeLast()
        }
        throw UnderstudyFailure(.invalid, "There is no folder of fixtures \"\(path)\" in \(source.path) or above it.", at: callSite)
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
    }
}
