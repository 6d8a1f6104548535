internal import JSONDocument

/// Compares two documents as XMLUnit does for WireMock. A namespace, an attribute or a further child that the expectation does not mention
/// is no difference; a different number of them is one.
struct XMLComparison {
    let exempted: Set<XMLComparisonKind>
    let placeholders: XMLPlaceholders?
    /// The value under test; notes it if a limit stops a placeholder's pattern.
    let subject: MatchSubject
    /// Whether to count all differences instead of stopping at the first one.
    let countsAll: Bool
    private(set) var comparisons = 0
    private(set) var differences = 0

    init(exempted: Set<XMLComparisonKind>, placeholders: XMLPlaceholders?, of subject: MatchSubject, countsAll: Bool) {
        self.exempted = exempted
        self.placeholders = placeholders
        self.subject = subject
        self.countsAll = countsAll
    }

    /// The share of comparisons that differ, 0…1.
    var distance: Double { Double(differences) / Double(max(1, comparisons)) }

    private var isDecided: Bool { differences > 0 && !countsAll }

    /// Compares two documents by their roots. XMLUnit counts the document as a node with one child.
    mutating func compare(roots expected: ComparableXML, _ actual: ComparableXML) {
        noteNode()
        compare(expected, actual)
    }

    private mutating func compare(_ expected: ComparableXML, _ actual: ComparableXML) {
        // Each expected attribute is looked up among all.
        let steps = 20 + (expected.attributes.count + 1) * (actual.attributes.count + 1)
        if isDecided { return }
        guard subject.chargeSteps(steps + 10 * actual.childCount) else {
            differences += 1
            return
        }
        note(.nodeType, true)
        if let namespace = expected.name.namespace { note(.namespaceURI, actual.name.hasNamespace(namespace)) }
        // A placeholder may stand for no text.
        let standsForNothing =
            actual.childCount == 0 && expected.childCount == 1 && expected.texts.first.map { acceptsAbsence($0) } ?? false
        note(.numberOfChildren, expected.childCount == actual.childCount || standsForNothing)
        note(.elementTagName, expected.name.local.isSame(as: actual.name.local))
        compareAttributes(expected, actual)

        for (wanted, found) in zip(expected.elements, actual.elements) { compare(wanted, found) }
        for _ in expected.elements.dropFirst(actual.elements.count) { note(.childLookup, false) }
        for (wanted, found) in zip(expected.texts, actual.texts) {
            noteNode()
            note(.textValue, wanted.isSame(as: found) || accepts(wanted, found))
        }
        for wanted in expected.texts.dropFirst(actual.texts.count) { note(.childLookup, acceptsAbsence(wanted)) }
        for (wanted, found) in zip(expected.instructions, actual.instructions) {
            noteNode()
            note(.instructionTarget, wanted.target.isSame(as: found.target))
            note(.instructionData, wanted.data.isSame(as: found.data))
        }
        for _ in expected.instructions.dropFirst(actual.instructions.count) { note(.childLookup, false) }
    }

    private mutating func compareAttributes(_ expected: ComparableXML, _ actual: ComparableXML) {
        func regular(_ element: ComparableXML) -> Int { element.attributes.count { ComparableXML.kind(of: $0.name) == nil } }
        let dispensable = expected.attributes.count { wanted in
            ComparableXML.kind(of: wanted.name) == nil && value(of: wanted.name, in: actual) == nil && acceptsAbsence(wanted.value)
        }
        let (wanted, found) = (regular(expected), regular(actual))
        note(.numberOfAttributes, wanted == found || wanted - dispensable == found)
        for wanted in expected.attributes {
            let found = value(of: wanted.name, in: actual)
            if let kind = ComparableXML.kind(of: wanted.name) {
                note(kind, found.map { wanted.value.isSame(as: $0) || accepts(wanted.value, $0) } ?? false)
            } else if let found {
                note(.attributeNameLookup, true)
                note(.nodeType, true)
                if wanted.name.namespace != nil { note(.namespaceURI, true) }
                note(.attributeValue, wanted.value.isSame(as: found) || accepts(wanted.value, found))
            } else {
                note(.attributeNameLookup, acceptsAbsence(wanted.value))
            }
        }
    }

    private func value(of name: ComparableXML.Name, in element: ComparableXML) -> String? {
        element.attributes.first { $0.name.isSame(as: name) }?.value
    }

    private func accepts(_ wanted: String, _ found: String) -> Bool { placeholders?.accepts(wanted, found, of: subject) ?? false }

    private func acceptsAbsence(_ wanted: String) -> Bool { placeholders?.acceptsAbsence(wanted, of: subject) ?? false }

    /// Counts the comparisons of node type and number of children, which are equal.
    private mutating func noteNode() {
        note(.nodeType, true)
        note(.numberOfChildren, true)
    }

    private mutating func note(_ kind: XMLComparisonKind, _ isSame: Bool) {
        if exempted.contains(kind) { return }
        comparisons += 1
        if !isSame { differences += 1 }
    }
}
