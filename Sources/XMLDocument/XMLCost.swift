/// What parsing costs beyond reading, in steps of a `WorkBudget`: found by one walk over the text, because libxml2 cannot be stopped.
///
/// - Attributes: each one of a tag is compared with all before it.
/// - Namespaces: for a prefix, and for an element without one, all declarations and elements around it are searched.
/// - Names: the dictionary does not grow with them, so each further name takes longer to find.
///
/// Never too low, also for a document that is not well-formed: libxml2 continues after most mistakes, and so does the walk.
struct XMLCost {
    /// An element whose end has not been found.
    private struct Element {
        let name: Int
        let declarations: Int
    }

    /// Shorter documents do not have enough names to matter.
    private static let fewNames = 4_096
    /// So deep do elements nest in libxml2.
    private static let mostLevels = 256
    /// Of so many names, one takes a step to find.
    private static let namesInAStep = 175

    /// The cost. If it is more than the limit, the walk ended there.
    private(set) var steps = 0
    /// At most so many declarations and elements are around a name in the text of an entity.
    var largestScope: Int { mostAround + hiddenDeclarations }

    /// Elements, attributes, texts, comments and instructions, at most.
    private(set) var nodes = 0
    /// How many of them are attributes.
    private(set) var attributes = 0

    private let limit: Int
    private let countsNames: Bool
    private var names = 0
    private var known: Set<Int> = []
    private var hasElements = false
    private var open: [Element] = []
    /// Declarations in force.
    private var scope = 0
    private var mostAround = 0
    /// Declarations that the document type may have in default values and in entities.
    private var hiddenDeclarations = 0
    /// Namespaces that the document type declares for elements by default values.
    private var defaultDeclarations = 0
    /// Values of attributes are names, too, because the document type declares identifiers.
    private var hasIdentifiers = false
    /// Whether libxml2 may see the ends of elements elsewhere, because of a mistake. From there on all declarations stay in force, and
    /// nothing is skipped.
    private var isDoubtful: Bool

    /// - Parameters:
    ///   - limit: the walk ends at more steps.
    ///   - isDoubtful: whether bytes of markup can be parts of other characters.
    init(_ bytes: [UInt8], limit: Int = .max, isDoubtful: Bool = false) {
        self.limit = limit
        self.isDoubtful = isDoubtful
        countsNames = bytes.count >= Self.fewNames
        let text = bytes.span
        var index = 0
        while index < text.count, steps <= limit {
            index += 1
            switch text[index - 1] {
            case UInt8(ascii: "<"):
                // A text before it, or none between two tags.
                if index > 1, text[index - 2] != UInt8(ascii: ">") { nodes += 1 }
                index = markup(text, index)
            case UInt8(ascii: "&"): findReference(text, index)
            default: break
            }
        }
    }

    /// - Returns: the place behind what begins behind this `<`.
    private mutating func markup(_ text: Span<UInt8>, _ index: Int) -> Int {
        guard index < text.count else { return index }
        switch text[index] {
        case UInt8(ascii: "/"): return closingTag(text, index + 1)
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            if !hasElements, let place = XMLWord.place(behind: "!DOCTYPE", text, index) { return documentType(text, place) }
            return skipped(text, index) ?? index
        default: return openingTag(text, index)
        }
    }

    private mutating func openingTag(_ text: Span<UInt8>, _ start: Int) -> Int {
        hasElements = true
        var element: XMLWord?
        var (before, lookups, declarations) = (0, 1, defaultDeclarations)
        var isIdentifier = hasIdentifiers
        var index = start
        tag: while index < text.count, steps <= limit {
            switch text[index] {
            case UInt8(ascii: "<"):
                isDoubtful = true
                break tag
            case UInt8(ascii: ">"): break tag
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = XMLWord.endOfValue(text, index)
                if isIdentifier { find(XMLWord(text, index + 1, end, hashes: countsNames)) }
                for place in index..<end where text[place] == UInt8(ascii: "&") { findReference(text, place + 1) }
                isIdentifier = hasIdentifiers
                index = end < text.count && text[end] == text[index] ? end + 1 : end
            case UInt8(ascii: "="), UInt8(ascii: "/"), ...0x20: index += 1
            default:
                let word = XMLWord(text, index, XMLWord.endInTag(text, index), hashes: countsNames)
                find(word)
                if element != nil {
                    steps += before
                    before += 1
                    if word.isDeclaration { declarations += 1 } else if word.hasColon { lookups += 1 }
                    isIdentifier = hasIdentifiers || word.isDeclaration || word.isXMLIdentifier
                } else {
                    element = word
                }
                index = word.end
            }
        }
        attributes += before
        nodes += before
        let isEmpty = index < text.count && text[index] == UInt8(ascii: ">") && text[index - 1] == UInt8(ascii: "/")
        enter(element?.hash ?? 0, declarations: declarations, lookups: lookups, isEmpty: isEmpty)
        return index
    }

    private mutating func enter(_ name: Int, declarations: Int, lookups: Int, isEmpty: Bool) {
        nodes += 1
        scope += declarations
        let around = scope + (isDoubtful ? Self.mostLevels : open.count + 1)
        mostAround = max(mostAround, around)
        steps += lookups * around / 2
        guard !isDoubtful else { return }
        if isEmpty { scope -= declarations } else { open.append(Element(name: name, declarations: declarations)) }
    }

    private mutating func closingTag(_ text: Span<UInt8>, _ start: Int) -> Int {
        let word = XMLWord(text, start, XMLWord.endInTag(text, start), hashes: countsNames)
        // The name that is expected is compared, and not searched for.
        if word.hash != open.last?.name { find(word) }
        if !isDoubtful, let element = open.popLast() { scope -= element.declarations }
        return word.end
    }

    /// A prefix, a local name and both together are names of their own.
    private mutating func find(_ word: XMLWord) {
        guard countsNames else { return }
        let strings = word.hasColon ? 3 : 1
        if known.insert(word.hash).inserted { names += strings }
        steps += strings * names / Self.namesInAStep
    }

    /// Finds the name of an entity behind `&`.
    private mutating func findReference(_ text: Span<UInt8>, _ index: Int) {
        if countsNames { find(XMLWord(text, index, XMLWord.endOfName(text, index), hashes: true)) }
    }

    /// The place behind a comment, a CDATA section or an instruction that begins here; nil if libxml2 may read it as something else.
    private mutating func skipped(_ text: Span<UInt8>, _ index: Int) -> Int? {
        guard !isDoubtful, let skip = XMLSkip(text, index), skip.isCertain else {
            isDoubtful = true
            return nil
        }
        if text[index] == UInt8(ascii: "?") {
            let target = XMLWord(text, index + 1, XMLWord.endInTag(text, index + 1), hashes: countsNames)
            find(target)
            // libxml2 may read an instruction without a valid target as text. An XML declaration ends at the first `>`, also where that is
            // a mistake.
            let isDeclaration = XMLWord.place(behind: "xml", text, index + 1) == target.end
            guard target.beginsWithLetter, !isDeclaration || Self.firstEnd(text, target.end) >= skip.end - 1 else {
                isDoubtful = true
                return nil
            }
        }
        nodes += 1
        return skip.end
    }

    /// The place of the next `>`, or the end of the text.
    private static func firstEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: ">") { index += 1 }
        return index
    }

    /// Reads a document type from behind its first word. It may declare entities with tags, default values and identifiers. Behind a
    /// mistake libxml2 may read elements where the walk still sees declarations, so each `<` and each prefix is charged as that of an
    /// element.
    private mutating func documentType(_ text: Span<UInt8>, _ start: Int) -> Int {
        var (quote, index) = (UInt8(0), start)
        var (isInSubset, isInDeclaration) = (false, false)
        var (attributes, alternatives) = (0, 0)
        while index < text.count, steps <= limit {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "<"):
                (attributes, alternatives) = (0, 0)
                nodes += 1
                steps += lookupInDocumentType
                if quote != 0 { continue }
                isInDeclaration = true
                if !isDoubtful, XMLSkip(text, index) != nil, let end = skipped(text, index) {
                    isInDeclaration = false
                    index = end
                }
            case UInt8(ascii: ">") where quote == 0:
                if !isInDeclaration, !isInSubset { return index }
                isInDeclaration = false
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                if quote == 0, !isInDeclaration { isInSubset = byte == UInt8(ascii: "[") }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == 0 { quote = byte } else if quote == byte { quote = 0 }
            case UInt8(ascii: "="):
                steps += attributes
                attributes += 1
                self.attributes += 1
                nodes += 1
                hiddenDeclarations += 1
            case UInt8(ascii: "|"):
                // libxml2 compares each value of an enumeration with all before it.
                alternatives += 1
                steps += alternatives / 4
            case UInt8(ascii: "#"):
                // A reference to a character may be a part of a name, or of a declaration.
                names += 1
                hiddenDeclarations += 1
            case _ where XMLWord.isNameByte(byte): index = word(ofDocumentType: text, index - 1)
            default: break
            }
        }
        return index
    }

    private mutating func word(ofDocumentType text: Span<UInt8>, _ start: Int) -> Int {
        let word = XMLWord(text, start, XMLWord.endOfName(text, start), hashes: countsNames)
        find(word)
        if word.isDeclaration {
            defaultDeclarations += 1
            hiddenDeclarations += Self.mostLevels
        } else if word.hasColon {
            steps += lookupInDocumentType
        }
        if word.isIdentifierType { hasIdentifiers = true }
        return word.end
    }

    /// What finding a namespace takes in what may be an element: `hiddenDeclarations` has each declaration once for each level.
    private var lookupInDocumentType: Int { (hiddenDeclarations + Self.mostLevels) / 2 }
}
