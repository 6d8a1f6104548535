/// Why a recording cannot be ended or saved.
extension StubRecorder {
    /// The recorder is not recording.
    package struct NotRecording: Error, CustomStringConvertible {
        package var description: String { "Not currently recording." }
    }

    /// The recorded stubs are in use, but not all of them are in files.
    package struct NotSaved: Error, CustomStringConvertible {
        /// How many stubs the recording has.
        package let count: Int
        /// Why: whole sentences.
        package let reason: String
        /// Whether `stop` saves them again.
        package let canRepeat: Bool

        package var description: String {
            sentences
                + (canRepeat
                    ? " Stop the recording again to save them again." : " POST /__admin/mappings/save saves them again.")
        }

        /// The same without what to do, for a server that ends.
        package var sentences: String {
            "The recording's \(count == 1 ? "stub is" : "\(count) stubs are") in use, but could not all be saved. \(reason)"
        }
    }
}
