internal import SystemCalls

extension WireError {
    /// A long request body could not be stored.
    static func spooling(_ failure: SpooledFile.Failure, in directory: String) -> WireError {
        failure.isInFolder
            ? .system("Keeping a long request body — \"\(directory)\"", failure.code, repair: "Name another folder in TMPDIR.")
            : .system("Keeping a long request body", failure.code, repair: "Make room on the disk.")
    }
}
