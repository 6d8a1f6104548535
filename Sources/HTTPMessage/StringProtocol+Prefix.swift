extension StringProtocol {
    /// As many whole characters from the beginning as fit into that many bytes of UTF-8.
    package func prefix(bytes limit: Int) -> SubSequence {
        var left = limit
        return prefix { character in
            left -= character.utf8.count
            return left >= 0
        }
    }
}
