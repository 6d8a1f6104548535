extension UnderstudyFailure {
    /// The refusal of a call that brings stubs, with the stub named that each line is about; other failures as they are.
    ///
    /// - Parameter stubs: in the order in which the call has them under `/mappings`; a call with one stub has it at its top.
    func naming(_ stubs: [Stub]) -> UnderstudyFailure {
        guard case .refused(status: 422) = kind, !stubs.isEmpty else { return self }
        var lines: [String] = []
        var last: Int?
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
            let (index, rest) = Self.place(line) ?? (stubs.count == 1 && line.hasPrefix("/") ? 0 : nil, line)
            guard let index, stubs.indices.contains(index) else {
                lines.append(String(line))
                last = nil
                continue
            }
            if index != last { lines.append("The server refuses the stub \(stubs[index].title):") }
            last = index
            lines.append("  \(rest)")
        }
        return UnderstudyFailure(kind, lines.joined(separator: "\n"), at: callSite)
    }

    /// The index in `/mappings/2/response/status: …`, and the rest of it.
    private static func place(_ line: Substring) -> (Int?, Substring)? {
        let prefix = "/mappings/"
        guard line.hasPrefix(prefix) else { return nil }
        let digits = line.dropFirst(prefix.count).prefix { $0.isNumber }
        return Int(digits).map { ($0, line[digits.endIndex...]) }
    }
}

extension Stub {
    /// Its name in quotes, or else its requests: `GET /feed`.
    var title: String { name.map { "\"\($0)\"" } ?? request.summary }
}
