#if compiler(>=6.1)
    internal import Foundation
    internal import Testing

    extension Test {
        /// Such as `FeedTests/showsThePage()`, for people.
        var sessionName: String { displayName ?? id.nameComponents.joined(separator: "/") }

        /// What `swift test --filter` takes for this test alone.
        var filter: String {
            ([id.moduleName] + [id.nameComponents.joined(separator: "/")]).joined(separator: ".").replacingOccurrences(of: "()", with: "")
        }
    }
#endif
