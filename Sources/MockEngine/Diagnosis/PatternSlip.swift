internal import Budget
internal import HTTPMessage
internal import StubModel

/// Finds a stub whose URL would match a request if it were read in another way: a regular expression in a field for plain text, slashes
/// around an expression, doubled backslashes.
enum PatternSlip {
    /// How many texts are tried as patterns, and the longest, in bytes.
    private static let mostTried = 16
    private static let longestText = 1_000

    /// A text as a pattern, and what a sentence says about it behind the stub's own text.
    private struct Reading {
        let pattern: String
        let coversQuery: Bool
        let remark: String

        init(_ pattern: String, coversQuery: Bool = false, _ remark: String) {
            self.pattern = pattern
            self.coversQuery = coversQuery
            self.remark = remark
        }
    }

    /// A sentence about the first of these stubs that answers the request's method and would match; nil if there is none.
    static func sentence(about request: Request, among stubs: [CompiledStub], within budget: WorkBudget) -> String? {
        var tried = 0
        for stub in stubs where tried < mostTried && stub.matcher.accepts(methodOf: request) {
            guard let url = stub.mapping.request.url, url.text.utf8.count <= longestText else { continue }
            for reading in readings(of: url) {
                tried += 1
                guard let expression = try? URLExpression(reading.pattern, stub.matcher.limits.patterns) else { continue }
                let bytes = reading.coversQuery ? request.effectiveTargetBytes : request.pathBytes
                guard budget.chargeSteps(url.text.utf8.count + bytes.count) else { return nil }
                guard (try? expression.matches(bytes, within: budget)) == true, budget.stop == nil else { continue }
                return "\(stub.mapping.label) has \"\(url.kind.rawValue)\": \"\(url.text)\"\(reading.remark)"
            }
        }
        return nil
    }

    /// The signs of regular expressions that paths rarely have.
    private static let signs = Set("\\[](|)*+^$".utf8)

    private static func readings(of url: URLPattern) -> [Reading] {
        let text = url.text
        func asPattern(_ field: String) -> String { ", which stands for itself; as \"\(field)\" it would match." }
        switch url.kind {
        case .url, .urlPath, .urlPathTemplate:
            guard text.utf8.contains(where: signs.contains) else { return [] }
            let ofPath = Reading(text, asPattern("urlPathPattern"))
            return url.kind == .url ? [Reading(text, coversQuery: true, asPattern("urlPattern")), ofPath] : [ofPath]
        case .urlPattern, .urlPathPattern:
            var readings: [Reading] = []
            let coversQuery = url.kind == .urlPattern
            if !coversQuery, text.contains("\\?") {
                readings.append(Reading(text, coversQuery: true, ", and a path has no query; as \"urlPattern\" it would match."))
            }
            if text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
                let remark = ": the slashes around it are part of the pattern; without them it would match."
                readings.append(Reading(String(text.dropFirst().dropLast()), coversQuery: coversQuery, remark))
            }
            if text.contains("\\\\") {
                let single = text.replacing("\\\\", with: "\\")
                readings.append(Reading(single, coversQuery: coversQuery, ": its backslashes are doubled; \"\(single)\" would match."))
            }
            return readings
        }
    }
}
