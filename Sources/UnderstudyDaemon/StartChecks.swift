internal import SystemCalls
package import UnderstudyService

/// What is checked before anything listens.
package enum StartChecks {
    /// Checks that the ready file can be written.
    /// - Parameter path: nil for none.
    /// - Throws: `StartFailure` with 73 when it cannot.
    package static func check(readyFile path: String?) throws(StartFailure) {
        do { if let path { try PublishedFile(path: path, .readyFile).check() } } catch { throw noReadyFile(error) }
    }

    /// Checks that long bodies can be kept in the folder that `TMPDIR` names, if it names one.
    /// - Throws: `StartFailure` with 73 when they cannot.
    package static func checkTemporaryFolder(_ environment: Environment = .process) throws(StartFailure) {
        guard let folder = environment["TMPDIR"], !folder.isEmpty else { return }
        do {
            _ = try SpooledFile(directory: folder)
        } catch {
            let reason = SystemCalls.reason(error.code)
            throw StartFailure(
                ["making a file in \"\(folder)\" (TMPDIR): \(reason). Name a folder that the server's user may write to."],
                exit: .cannotCreate)
        }
    }

    /// The failure of a start without a ready file.
    static func noReadyFile(_ error: PublishedFile.Failure) -> StartFailure {
        StartFailure(["\(error). Choose another place with --ready-file."], exit: .cannotCreate)
    }
}
