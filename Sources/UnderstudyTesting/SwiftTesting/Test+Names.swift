#if compiler(>=6.1)
    internal import Testing

    extension Test {
        /// Such as `FeedTests/showsThePage()`, for people.
        var sessionName: String { displayName ?? id.nameComponents.joined(separator: "/") }

        /// What `swift test --filter` takes for this test alone: a pattern, so without the list of arguments and its parentheses.
        var filter: String {
            let names = id.nameComponents.map { $0.prefix { $0 != "(" } }
            return "\(id.moduleName).\(names.joined(separator: "/"))"
        }
    }
#endif
