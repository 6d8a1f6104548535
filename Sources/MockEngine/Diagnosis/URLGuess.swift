internal import Budget
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Finds the stub that a request was probably meant for by its path: one segment has a slip of spelling or another extension, or one of the
/// two has a beginning that the other lacks.
enum URLGuess {
    /// Longer paths and segments, in bytes, are not compared.
    private static let longestPath = 1_000
    private static let longestSegment = 64
    /// How many segments one of the two may have in front of what both have.
    private static let longestBeginning = 2

    /// How a path differs from that of a stub; the nearest first.
    private enum Difference: Int { case spelling, beginningLost, beginningAdded }

    /// The path of a stub in segments.
    private struct StubPath {
        let text: String
        let segments: [String]
        let isTemplate: Bool

        /// Nil for a regular expression, and for a path that is not compared.
        init?(_ url: URLPattern) {
            switch url.kind {
            case .url: text = PercentCoding.decodePath(Array(url.text.utf8.prefix { $0 != UInt8(ascii: "?") }))
            case .urlPath, .urlPathTemplate: text = PercentCoding.decodePath(Array(url.text.utf8))
            case .urlPattern, .urlPathPattern: return nil
            }
            isTemplate = url.kind == .urlPathTemplate
            guard text.utf8.count <= URLGuess.longestPath, !(isTemplate && text.contains("**")) else { return nil }
            segments = URLGuess.segments(of: text)
        }

        private func isVariable(_ index: Int) -> Bool {
            isTemplate && segments[index].utf8.first == UInt8(ascii: "{") && segments[index].utf8.last == UInt8(ascii: "}")
        }

        /// How a request's path differs; nil if it is not near.
        func difference(from given: [String], within budget: WorkBudget) -> Difference? {
            let surplus = given.count - segments.count
            if surplus == 0 {
                let differing = given.indices.filter { !isVariable($0) && segments[$0].lowercased() != given[$0].lowercased() }
                guard differing.count == 1 else { return nil }
                return URLGuess.isNear(segments[differing[0]], given[differing[0]], within: budget) ? .spelling : nil
            }
            guard abs(surplus) <= URLGuess.longestBeginning, !segments.isEmpty else { return nil }
            if surplus < 0 { return hasEnd(given[...]) ? .beginningLost : nil }
            return hasEnd(given[surplus...]) ? .beginningAdded : nil
        }

        /// Whether a request's path is the same but for upper and lower case.
        func isSame(as given: [String]) -> Bool { given.count == segments.count && hasEnd(given[...]) }

        /// Whether the last segments are these, one of them literally.
        private func hasEnd(_ given: ArraySlice<String>) -> Bool {
            var isLiteral = false
            for (segment, index) in zip(given, (segments.count - given.count)...) where !isVariable(index) {
                guard segments[index].lowercased() == segment.lowercased() else { return false }
                isLiteral = true
            }
            return isLiteral
        }

        /// The stub's path with the request's values of its variables.
        func path(for given: [String]) -> String {
            guard isTemplate else { return text }
            let surplus = given.count - segments.count
            let filled = segments.indices.map { index in
                isVariable(index) && index + surplus >= 0 ? given[index + surplus] : segments[index]
            }
            return "/" + filled.joined(separator: "/")
        }
    }

    /// A sentence about the nearest stub that answers the request's method; nil if none is near, and if one has the same path but for upper
    /// and lower case.
    /// - Parameters:
    ///   - stubs: a few hundred at most.
    ///   - isOff: whether a stub's scenario or sequence keeps it from responding. Such a stub comes behind its equals.
    static func sentence(
        about request: Request, among stubs: [CompiledStub], within budget: WorkBudget, isOff: (CompiledStub) -> Bool
    ) -> String? {
        guard request.pathBytes.count <= longestPath else { return nil }
        let given = segments(of: PercentCoding.decodePath(request.pathBytes))
        guard !given.isEmpty else { return nil }
        var best: (rank: Int, label: String, path: String)?
        for stub in stubs where stub.matcher.accepts(methodOf: request) {
            guard let path = stub.mapping.request.url.flatMap({ StubPath($0) }) else { continue }
            guard budget.chargeSteps(path.text.utf8.count + request.pathBytes.count) else { return nil }
            if path.isSame(as: given) { return nil }
            guard let difference = path.difference(from: given, within: budget) else { continue }
            let rank = 2 * difference.rawValue + (isOff(stub) ? 1 : 0)
            if rank < best?.rank ?? .max { best = (rank, stub.mapping.label, path.path(for: given)) }
        }
        return best.map { "did you mean \"\($0.path)\"? \($0.label.prefix(1).uppercased())\($0.label.dropFirst()) has that URL." }
    }

    private static func segments(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Whether a segment is written nearly like another. Numbers have to be the same.
    private static func isNear(_ wanted: String, _ given: String, within budget: WorkBudget) -> Bool {
        guard max(wanted.utf8.count, given.utf8.count) <= longestSegment else { return false }
        let (left, right) = (Spelling.stem(of: wanted).lowercased(), Spelling.stem(of: given).lowercased())
        guard numbers(in: left) == numbers(in: right) else { return false }
        if left == right { return true }
        let longest = max(left.count, right.count)
        guard min(left.count, right.count) > 2, abs(left.count - right.count) <= max(1, longest / 3) else { return false }
        return budget.chargeSteps(left.utf8.count * right.utf8.count) && Spelling.nearest(to: right, among: [left]) != nil
    }

    private static func numbers(in text: String) -> [Substring] { text.split { !("0"..."9").contains($0) } }
}
