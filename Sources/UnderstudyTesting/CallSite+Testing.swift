public import Testing
public import UnderstudyClient

extension CallSite {
    /// The same place in the form in which Swift Testing takes it, e.g. for `Issue.record`.
    public var sourceLocation: SourceLocation {
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
