/// Sets of nodes. libxml2 compares each node that a step or a union finds with all that were found before, and sorts by walks over
/// siblings. It counts no operation for that.
extension XPathCost {
    /// Axes on which several nodes lead to the same one.
    private static let meeting: Set = [
        "parent", "ancestor", "ancestor-or-self", "descendant", "descendant-or-self", "following", "following-sibling", "preceding",
        "preceding-sibling",
    ]
    private static let nodeTests: Set = ["text", "node", "comment", "processing-instruction"]

    /// Whether libxml2 reads it as a pattern, in one pass over the document: paths of names alone.
    var isOnePass: Bool {
        for (index, word) in words.enumerated() where !["/", "//", "|"].contains(word) {
            guard word == "*" || Self.isName(word), index == 0 || ["/", "//", "|"].contains(words[index - 1]) else { return false }
        }
        return true
    }

    /// Whether a set can have both elements, or attributes, and other nodes. For these libxml2 takes a wrong order from numbered elements:
    /// `b` in `<a><b/></a>text` comes after the text.
    var mixesKinds: Bool {
        var depth = 0
        var unions: Set<Int> = [], others: Set<Int> = []
        for (index, word) in words.enumerated() {
            let before = index > 0 ? words[index - 1] : ""
            switch word {
            case "[": depth += 1
            case "]": depth -= 1
            case "|": unions.insert(depth)
            case "." where before == "/" || before == "//": return true
            case "(" where before == "node": return true
            case "(" where Self.nodeTests.contains(before): others.insert(depth)
            default: break
            }
        }
        return !unions.isDisjoint(with: others)
    }

    /// Adds what the sets cost in a document.
    mutating func add(_ shape: XMLShape) {
        var depth = 0, united = 0, sorts = 1
        var meets = false
        for (index, word) in words.enumerated() {
            switch word {
            case "[": depth += 1
            case "]": depth -= 1
            case "(": if index == 0 || !Self.nodeTests.contains(words[index - 1]) { sorts += 1 }
            case "|":
                sorts += 1
                united += found(before: index, in: shape)
                let pairs = Self.product(united, found(before: endOfOperand(after: index), in: shape))
                charge(pairs / 3, isRepeated: depth > 0)
            case "namespace" where isAxis(index): perOperation = max(perOperation, shape.declarations / 2)
            default:
                guard let set = meetingSet(index, in: shape) else { continue }
                meets = true
                // Each node that an operation finds.
                perOperation = max(perOperation, set / 4)
            }
        }
        guard selectsOthers else { return }
        // Nodes that come in order are compared once each. Others have to be sorted.
        let comparisons = meets ? Int.bitWidth - shape.nodes.leadingZeroBitCount : sorts
        charge(Self.product((mixesKinds ? shape.longWalks : shape.walks) / 2, comparisons), isRepeated: words.contains("["))
    }

    private mutating func charge(_ steps: Int, isRepeated: Bool) {
        if isRepeated && !looksDown { perOperation = max(perOperation, steps) } else { once += min(steps, Int.max >> 8) }
    }

    /// Whether nodes other than elements can be in a set.
    private var selectsOthers: Bool {
        words.indices.contains { index in
            switch words[index] {
            case "@", "attribute": true
            case "(": index > 0 && Self.nodeTests.contains(words[index - 1])
            case ".": index > 0 && (words[index - 1] == "/" || words[index - 1] == "//")
            default: false
            }
        }
    }

    /// How many nodes there are at most in the set that a step looks through, if it begins from several nodes that can lead to the same
    /// one.
    private func meetingSet(_ index: Int, in shape: XMLShape) -> Int? {
        let word = words[index]
        if word == "//" {
            guard found(before: index, in: shape) > 1, index + 1 < words.count else { return nil }
            let test = endOfName(at: index + 1)
            let isOneStep = words[index + 1] == "*" || Self.isName(words[index + 1])
            let isPlain = isOneStep && (test + 1 == words.count || !["[", "(", "::"].contains(words[test + 1]))
            return isPlain ? found(at: test, in: shape) : shape.nodes
        }
        guard word == ".." || Self.meeting.contains(word) && isAxis(index), index > 0, ["/", "//"].contains(words[index - 1]) else {
            return nil
        }
        let starts = words[index - 1] == "//" ? shape.nodes : found(before: index - 1, in: shape)
        guard starts > 1 else { return nil }
        if word == ".." || word == "parent" { return starts }
        guard index + 2 < words.count else { return shape.nodes }
        let test = endOfName(at: index + 2)
        let isTyped = test + 1 < words.count && words[test + 1] == "("
        return isTyped ? shape.nodes : found(at: test, in: shape)
    }

    /// How many nodes the step before a word finds at most; 1 at the beginning of a path.
    private func found(before end: Int, in shape: XMLShape) -> Int {
        var index = end - 1
        while index >= 0, words[index] == "]" {
            var depth = 0
            repeat {
                if words[index] == "]" { depth += 1 } else if words[index] == "[" { depth -= 1 }
                index -= 1
            } while index >= 0 && depth > 0
        }
        guard index >= 0 else { return 1 }
        let start = index > 1 && words[index - 1] == ":" ? index - 2 : index
        let separator = start > 0 ? words[start - 1] : ""
        if [".", ".."].contains(words[index]), separator != "/", separator != "//" { return 1 }
        let found = found(at: index, in: shape)
        // `a[1]`: one child each.
        guard index < end - 2, words[end - 3] == "[", words[end - 2].first?.isNumber == true, separator == "/" else { return found }
        return min(found, self.found(before: start - 1, in: shape))
    }

    /// The same for the step whose test ends with a word.
    private func found(at index: Int, in shape: XMLShape) -> Int {
        let word = words[index]
        guard word == "*" || Self.isName(word) else { return [")", ".", ".."].contains(word) ? shape.nodes : 1 }
        let start = index > 1 && words[index - 1] == ":" ? index - 2 : index
        let marker = start > 0 ? words[start - 1] : ""
        if marker == "@" || marker == "::" && ["attribute", "namespace"].contains(words[max(0, start - 2)]) { return shape.nodes }
        return word == "*" ? shape.elements : shape.elements(named: word)
    }

    /// The last word of a name that may have a prefix.
    private func endOfName(at index: Int) -> Int { index + 2 < words.count && words[index + 1] == ":" ? index + 2 : index }

    private func endOfOperand(after start: Int) -> Int {
        var depth = 0
        for index in words.indices.dropFirst(start + 1) {
            let word = words[index]
            if depth == 0, ["|", ")", "]", ",", "+", "-"].contains(word) || Self.comparisons.contains(word) { return index }
            let isOperator = ["and", "or", "div", "mod"].contains(word) && !["/", "//", "::", "@", ":", "|"].contains(words[index - 1])
            if depth == 0, isOperator { return index }
            if word == "(" || word == "[" { depth += 1 } else if word == ")" || word == "]" { depth -= 1 }
        }
        return words.count
    }

    private func isAxis(_ index: Int) -> Bool { index + 1 < words.count && words[index + 1] == "::" }

    private static func isName(_ word: String) -> Bool { word.first?.isLetter == true || word.first == "_" }
}
