internal import Glibc
internal import SystemCalls

extension WireError {
    /// A long request body could not be stored.
    static func spooling(_ failure: SpooledFile.Failure, in directory: String) -> WireError {
        failure.isInFolder
            ? noFile(failure.code, in: directory)
            : .system("Keeping a long request body", failure.code, repair: "Make room on the disk.")
    }

    /// No file could be made for a request body.
    static func noFile(_ code: Int32, in directory: String) -> WireError {
        .system(
            "Keeping a long request body — \"\(directory)\"", code,
            repair: SystemCalls.isOutOfDescriptors(code)
                ? "Raise the descriptor limit (ulimit -n)." : "Name another folder in TMPDIR.")
    }
}
