/// Why a source has nothing.
package struct ContentAbsence: Sendable, Equatable {
    /// The file in the mocks folder that would be the content; nil if no file would.
    package var file: String?
    /// The probable mistake, as a sentence; nil if unknown.
    package var hint: String?
    /// What does not exist, as a sentence; nil if unknown.
    package var sentence: String?
    /// Whether the request only asks whether the content exists. It is a miss, but nothing to warn of.
    package var isProbe = false
    /// Whether the hint is that another listener would respond.
    var isForAnotherListener = false
    /// Content for a request that is nearly the same; nil if there is none.
    package var twin: ContentTwin?

    package init(
        file: String? = nil, hint: String? = nil, sentence: String? = nil, isProbe: Bool = false, twin: ContentTwin? = nil
    ) {
        self.file = file
        self.hint = hint
        self.sentence = sentence
        self.isProbe = isProbe
        self.twin = twin
    }
}

/// Content for a request that is nearly the same as one without.
package struct ContentTwin: Sendable, Equatable {
    /// The path in the mocks folder of its file.
    package var file: String
    /// The path of the request for it, not encoded.
    package var path: String

    package init(file: String, path: String) {
        self.file = file
        self.path = path
    }
}
