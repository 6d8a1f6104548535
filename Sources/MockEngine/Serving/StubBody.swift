/// A file that responds to a request for its own path only, because it is the body of a stub.
package struct StubBody: Sendable, Equatable {
    /// Its path in the mocks folder.
    package var file: String
    /// Where the stub names it: `file:line:column`.
    package var place: String
    /// The path of a request that gets it, not encoded.
    package var path: String

    package init(file: String, place: String, path: String) {
        self.file = file
        self.place = place
        self.path = path
    }
}
