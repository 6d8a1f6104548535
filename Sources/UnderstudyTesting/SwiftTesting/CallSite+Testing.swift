public import Testing
public import UnderstudyClient

extension CallSite {
    /// The same place in the form in which Swift Testing takes it, e.g. for `Issue.record`.
    public var sourceLocation: SourceLocation {
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// The place that Swift Testing names.
    init(_ location: SourceLocation) {
        #if compiler(>=6.3)
            let path = location.filePath
        #else
            let path = location._filePath
        #endif
        self.init(fileID: location.fileID, filePath: path, line: location.line, column: location.column)
    }
}
