package import UnderstudyService

/// The file with the report of a run or an exploration.
package enum ReportFile {
    /// Checks that it can be written, before anything runs. Says so if its name promises another form than it gets.
    /// - Parameter path: nil for none.
    /// - Throws: `StartFailure` with 73 when it cannot, with 64 for an empty path.
    package static func check(_ path: String?) throws(StartFailure) {
        guard let path else { return }
        if path.isEmpty { throw StartFailure(["--report: the path is empty. Name a file, or leave the option out."], exit: .usage) }
        let name = path.split(separator: "/").last ?? ""
        if let dot = name.lastIndex(of: "."), dot != name.startIndex, ![".json", ".xml"].contains(name[dot...].lowercased()) {
            printError("note: --report \(path): the report is JSON. Name it .json, or .xml for JUnit.")
        }
        do { try PublishedFile(path: path, .report).check() } catch { throw failure(error) }
    }

    /// Writes it, in place of an older one.
    /// - Throws: `StartFailure` with 73 when that fails.
    static func write(_ text: String, to path: String) throws(StartFailure) {
        do { try PublishedFile(path: path, .report).write(text) } catch { throw failure(error) }
    }

    private static func failure(_ error: PublishedFile.Failure) -> StartFailure {
        StartFailure(["\(error). Choose another place with --report."], exit: .cannotCreate)
    }
}
