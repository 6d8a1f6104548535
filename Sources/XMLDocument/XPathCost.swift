/// What an XPath evaluation may cost beyond its operations: libxml2 counts each operation as one, also one that makes a text of the whole
/// document, or compares each node with each other.
///
/// The expression is not understood, only read word by word. What remains unclear is taken for the dearest.
struct XPathCost {
    /// To be charged once, before the evaluation.
    var once = 0
    /// To be charged for each operation, besides its own price.
    var perOperation = 0

    let words: [String]
    /// In predicates only: child, attribute and self are looked at, so that all evaluations together read the document once a level.
    let looksDown: Bool

    /// Functions that make no text of a node.
    private static let free: Set = [
        "count", "position", "last", "not", "boolean", "true", "false", "name", "local-name", "namespace-uri", "text", "node", "comment",
        "processing-instruction",
    ]
    private static let searches: Set = ["contains", "substring-before", "substring-after", "translate"]
    static let comparisons: Set = ["=", "!=", "<", "<=", ">", ">="]
    private static let sums: Set = ["+", "-", "div", "mod"]
    private static let outward: Set = [
        "..", "ancestor", "ancestor-or-self", "parent", "following", "following-sibling", "preceding", "preceding-sibling", "descendant",
        "descendant-or-self",
    ]

    init(_ expression: String, in size: XMLSize) {
        words = Self.words(of: expression)
        looksDown = Self.looksDown(words)
        let length = expression.utf8.count
        let texts = size.textBytes + length
        let literal = words.filter { $0.first == "'" }.map(\.utf8.count).max() ?? 0
        // A text of the whole document, and a walk over it.
        let whole = (texts + 4 * size.nodes) / 3
        let each = size.allTextBytes / 3 + size.nodes
        var depth = 0
        for (index, word) in words.enumerated() {
            if word == "[" { depth += 1 } else if word == "]" { depth -= 1 }
            let isCall = index + 1 < words.count && words[index + 1] == "(" && word.first?.isLetter == true && !Self.free.contains(word)
            guard isCall || Self.comparisons.contains(word) || Self.sums.contains(word) else { continue }
            // What functions give is not read again.
            if !isCall, isScalar(before: index), isScalar(after: index) { continue }
            var cost = depth > 0 && looksDown ? each : whole
            if Self.searches.contains(word) {
                // Each place of a text is compared with the other text.
                cost = hasShortPart(index) ? cost * (1 + literal / 8) : Self.product(texts, texts) / 20
            } else if Self.comparisons.contains(word), !comparesOne(index) {
                cost = Self.product(size.nodes, size.nodes + texts) / 8
            }
            if depth > 0 && !looksDown { perOperation = max(perOperation, cost) } else { once += min(cost, Int.max >> 8) }
        }
    }

    static func product(_ left: Int, _ right: Int) -> Int {
        let (product, isTooLarge) = left.multipliedReportingOverflow(by: right)
        return isTooLarge ? Int.max >> 8 : product
    }

    /// Whether all arguments of a search but the first are literal.
    private func hasShortPart(_ index: Int) -> Bool {
        var depth = 0
        var arguments: [[String]] = [[]]
        for word in words[(index + 1)...] {
            if word == ")" || word == "]" { depth -= 1 }
            if depth == 0, word == ")" { break }
            if depth == 1, word == "," { arguments.append([]) } else if depth > 0 { arguments[arguments.count - 1].append(word) }
            if word == "(" || word == "[" { depth += 1 }
        }
        return arguments.dropFirst().allSatisfy { $0.count == 1 && $0[0].first == "'" }
    }

    /// Whether one side of a comparison is a single value: a literal, a number, an attribute, or what a function gives.
    private func comparesOne(_ index: Int) -> Bool {
        let left = index > 0 ? words[index - 1] : "", right = index + 1 < words.count ? words[index + 1] : ""
        let before = index > 2 ? words[index - 3] : "", after = index + 2 < words.count ? words[index + 2] : ""
        if isSingle(left) || isSingle(right) && after != "/" && after != "//" { return true }
        if right == "@" || index > 2 && words[index - 2] == "@" && ["[", "(", "and", "or", ","].contains(before) { return true }
        if left == "(" || left == ")" { return closesCall(index - 1) }
        return after == "(" && right != "id" && right.first?.isLetter == true && !["text", "node", "comment"].contains(right)
    }

    private func isScalar(before index: Int) -> Bool {
        guard index > 0 else { return false }
        let word = words[index - 1]
        return word == ")" ? closesCall(index - 1) : word != "." && isSingle(word)
    }

    private func isScalar(after index: Int) -> Bool {
        guard index + 1 < words.count else { return false }
        let word = words[index + 1]
        if word != ".", isSingle(word) { return true }
        let isCalled = index + 2 < words.count && words[index + 2] == "("
        return isCalled && word.first?.isLetter == true && !["id", "text", "node", "comment"].contains(word)
    }

    private func isSingle(_ word: String) -> Bool { word.first == "'" || word == "." || word.first?.isNumber == true }

    /// Whether a `)` ends the call of a function that gives one value.
    private func closesCall(_ end: Int) -> Bool {
        var depth = 0
        for index in stride(from: end, through: 0, by: -1) {
            if words[index] == ")" { depth += 1 } else if words[index] == "(" { depth -= 1 }
            guard depth == 0 else { continue }
            let name = index > 0 ? words[index - 1] : ""
            return name.first?.isLetter == true && !["id", "text", "node", "comment", "and", "or", "div", "mod"].contains(name)
        }
        return false
    }

    private static func looksDown(_ words: [String]) -> Bool {
        var depth = 0
        for (index, word) in words.enumerated() {
            if word == "[" { depth += 1 } else if word == "]" { depth -= 1 }
            let before = index > 0 ? words[index - 1] : ""
            let isAxis = outward.contains(word) && (word == ".." || index + 1 < words.count && words[index + 1] == "::")
            if isAxis || depth > 0 && word == "//" { return false }
            // A path from the root.
            let begins = ["[", "(", ",", "and", "or", "|"].contains(before) || comparisons.contains(before) || sums.contains(before)
            if depth > 0, word == "/", begins { return false }
            if depth > 0, word == "id", index + 1 < words.count, words[index + 1] == "(" { return false }
        }
        return true
    }

    /// The words; a literal begins with `'`.
    private static func words(of expression: String) -> [String] {
        var words: [String] = []
        var rest = Array(expression.unicodeScalars)[...]
        let pairs: Set = ["//", "::", "..", "!=", "<=", ">="]
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if first == "'" || first == "\"" {
                let text = rest.dropFirst().prefix { $0 != first }
                words.append("'" + String(String.UnicodeScalarView(text)))
                rest = rest.dropFirst(text.count + 2)
            } else if isOfName(first), first != "-", first != "." {
                let name = rest.prefix(while: isOfName)
                words.append(String(String.UnicodeScalarView(name)))
                rest = rest.dropFirst(name.count)
            } else {
                let two = String(String.UnicodeScalarView(rest.prefix(2)))
                words.append(pairs.contains(two) ? two : String(first))
                rest = rest.dropFirst(pairs.contains(two) ? 2 : 1)
            }
        }
        return words
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "_-.".unicodeScalars.contains(scalar)
    }
}
