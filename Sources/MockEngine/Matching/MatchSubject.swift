internal import Budget
package import HTTPMessage
package import JSONDocument
internal import XMLDocument

/// One value under test: a header field, a query parameter, a body. Each of its forms (text, bytes, JSON, and what matchers cache in it) is
/// made once, on first use, and shared by all stubs.
///
/// Belongs to one request. Not thread-safe.
package final class MatchSubject {
    private enum Source {
        case absent
        case text(String)
        case bytes([UInt8], TextCharset)
        case json(JSONValue)
        /// A list inside a list.
        case list(JSONValue)

        init(_ result: JSONValue) {
            self =
                switch result {
                case .null: .absent
                case .string(let text): .text(text)
                case .number(let number): .text(JavaListText.text(number))
                case .array: .list(result)
                default: .json(result)
                }
        }
    }

    private let source: Source
    /// What this value was found in; nil for a value of the request itself.
    private let parent: MatchSubject?
    /// Limits and time of the request.
    package let context: MatchContext
    private var parsedJSON: Result<JSONValue, Problem>?
    /// For what the JSON of a text that is not JSON was asked.
    private var jsonUses: Set<JSONUse> = []
    private var decodedText: String?
    private var views: [ObjectIdentifier: Any] = [:]
    /// Notes by matchers, for the journal.
    package private(set) var events: [SubEvent] = []

    private init(_ source: Source, _ context: MatchContext = .standard, parent: MatchSubject? = nil) {
        self.source = source
        self.context = context
        self.parent = parent
    }

    /// A value that the request does not have: a missing field, an empty body.
    package static var absent: MatchSubject { MatchSubject(.absent) }
    package convenience init(text: String, context: MatchContext = .standard) { self.init(.text(text), context) }
    package convenience init(bytes: [UInt8], charset: TextCharset = .utf8, context: MatchContext = .standard) {
        self.init(.bytes(bytes, charset), context)
    }
    /// A parsed JSON document.
    package convenience init(document: JSONValue, context: MatchContext = .standard) { self.init(.json(document), context) }
    /// What a JSONPath found, converted to text as in WireMock: a string is its text, null is absent, numbers and lists are as Java prints
    /// them. An object is JSON.
    package convenience init(result: JSONValue, context: MatchContext = .standard) { self.init(Source(result), context) }

    // Values found in this one. Notes on them are also notes on this one.

    /// A text found in this value.
    func found(text: String) -> MatchSubject { MatchSubject(.text(text), context, parent: self) }
    /// A tree found in this value.
    func found(document: JSONValue) -> MatchSubject { MatchSubject(.json(document), context, parent: self) }
    /// What a JSONPath found in this value; see `init(result:context:)`.
    func found(result: JSONValue) -> MatchSubject {
        // Its text is made here.
        if case .number(let number) = result, !chargeSteps(5 * number.text.utf8.count) {
            return MatchSubject(.absent, context, parent: self)
        }
        return MatchSubject(Source(result), context, parent: self)
    }

    var isAbsent: Bool { if case .absent = source { true } else { false } }

    /// Nil if absent. Invalid bytes become U+FFFD.
    package var text: String? {
        // Whoever takes a text reads it.
        guard chargeSteps(2 + (decodedText?.utf8.count ?? size) >> 3) else { return nil }
        if let decodedText { return decodedText }
        guard chargeBytes(size) else { return nil }
        decodedText =
            switch source {
            case .absent: nil
            case .text(let text): text
            case .bytes(let bytes, let charset): charset.decode(bytes)
            case .json(let value): print(value, isIndented: true) ? value.text(.pretty) : nil
            case .list(let value): print(value, isIndented: false) ? JavaListText.text(value) : nil
            }
        return decodedText
    }

    /// Charges the text of a tree to the request, which is longer than what the tree was parsed from: a value is printed with each value
    /// around it that a path finds, and indented by its depth.
    /// - Returns: whether it may be made.
    private func print(_ value: JSONValue, isIndented: Bool) -> Bool {
        guard let budget = context.budget else { return true }
        let weight = value.weight(atMost: budget.stepsUntilStop)
        guard budget.chargeSteps(14 * weight), budget.chargeBytes(32 * weight) else { return false }
        guard isIndented else { return true }
        let indentation = value.indentation
        return budget.chargeBytes(2 * indentation) && budget.chargeSteps(indentation >> 3)
    }

    /// In bytes; 0 for a value that is absent or a tree.
    private var size: Int {
        switch source {
        case .absent, .json, .list: 0
        case .text(let text): text.utf8.count
        case .bytes(let bytes, _): bytes.count
        }
    }

    /// Charges work to the request.
    /// - Returns: whether it may be done.
    func chargeSteps(_ steps: Int) -> Bool { context.budget?.chargeSteps(steps) ?? true }

    /// Charges memory to the request.
    /// - Returns: whether it may be used.
    func chargeBytes(_ bytes: Int) -> Bool { context.budget?.chargeBytes(bytes) ?? true }

    /// Charges the reading of everything within a value to the request.
    /// - Returns: whether it may be read.
    func chargeSteps(toRead value: JSONValue) -> Bool {
        guard let budget = context.budget else { return true }
        return budget.chargeSteps(value.weight(atMost: budget.stepsUntilStop))
    }

    /// Empty if absent.
    package var bytes: [UInt8] {
        switch source {
        case .absent: []
        case .text(let text): chargeBytes(size) ? Array(text.utf8) : []
        case .bytes(let bytes, _): bytes
        case .json(let value): print(value, isIndented: false) ? value.bytes() : []
        case .list: copiedText
        }
    }

    /// The text in bytes of its own.
    private var copiedText: [UInt8] {
        guard let text, chargeBytes(text.utf8.count) else { return [] }
        return Array(text.utf8)
    }

    /// The text as UTF-8; bytes that are not text stay as they are.
    var utf8: [UInt8] {
        switch source {
        case .bytes(_, let charset) where charset != .utf8: copiedText
        default: bytes
        }
    }

    /// The text, if it was asked for.
    var knownText: String? { decodedText }
    /// The JSON, if it was asked for and is JSON.
    var knownJSON: JSONValue? { try? parsedJSON?.get() }

    /// The value parsed as JSON, as leniently as WireMock does; nil if it is absent or not JSON.
    /// - Parameter use: decides what is noted about a text that is not JSON, once for each.
    func json(for use: JSONUse) -> JSONValue? {
        switch source {
        case .json(let value), .list(let value): return value
        case .absent: return nil
        case .text, .bytes: break
        }
        if parsedJSON == nil, let budget = context.budget, !budget.chargeParsing(size) { return nil }
        let result =
            parsedJSON
            ?? {
                do throws(Problem) {
                    return .success(try JSONValue.parse(utf8, name: "value", mode: .fixture, maximumDepth: context.limits.jsonDepth))
                } catch {
                    return .failure(error)
                }
            }()
        parsedJSON = result
        if case .failure(let problem) = result, jsonUses.insert(use).inserted, let event = use.event(problem) { note(event) }
        return try? result.get()
    }

    /// A further form of the value, such as a parsed XML document, made on the first call.
    /// - Parameter type: the key; each type is made once.
    package func view<View>(_ type: View.Type, _ make: (MatchSubject) -> View) -> View {
        if let view = views[ObjectIdentifier(type)] as? View { return view }
        let view = make(self)
        views[ObjectIdentifier(type)] = view
        return view
    }

    /// Adds a note, once.
    package func note(_ event: SubEvent) {
        if !events.contains(event) { events.append(event) }
        parent?.note(event)
    }

    /// Why a comparison with the value was not decided; nil if all were.
    package var undecided: String? { events.first(where: \.isUndecided)?.message }

    /// The result of `look`; nil if a limit stopped it or it failed, which is then noted.
    func noting<Result>(_ look: () throws -> Result?) -> Result? {
        do { return try look() } catch {
            // That is noted once for the whole request.
            if context.budget?.stop != nil { return nil }
            note((error as? XMLError)?.code == .expression ? .message(.warning, "\(error)") : .undecided("\(error)"))
            return nil
        }
    }
}
