internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What a recorded stub asks of a request beside its method and path.
struct StubDemands {
    /// The parameters of the query, and the header fields.
    private let fields: [JSONObject]
    /// The pattern of the body; nil for one that every body matches.
    private let body: JSONValue?
    /// What `equalToJson` compares; nil for other patterns.
    private let json: JSONValue?
    /// How much it is: more than for any stub at its place that also matches what it matches.
    let amount: (conditions: Int, values: Int)

    /// How many values of two bodies are compared at most. Longer arrays count as different.
    private static let mostSteps = 1_000_000

    /// - Parameter request: of a mapping.
    init(_ request: JSONValue) {
        fields = ["queryParameters", "headers"].map { request[$0]?.object ?? [:] }
        let pattern = request["bodyPatterns"]?[0]
        body = pattern?["anything"] == nil ? pattern : nil
        let text = pattern?["equalToJson"]?.string
        json = text.flatMap { try? JSONDocument.parse(Array($0.utf8), name: "body").root.value }
        // `equalToJson` also matches what has more values. The other patterns match nothing but the body.
        amount = (fields.reduce(body == nil ? 0 : 1) { $0 + $1.count }, body == nil ? 0 : json?.valueCount ?? .max)
    }

    /// Whether a request that meets these meets the other ones, too.
    func include(_ other: StubDemands) -> Bool {
        for (own, others) in zip(fields, other.fields) where !others.allSatisfy({ own[$0.name] == $0.value }) { return false }
        guard let pattern = other.body else { return true }
        if let part = other.json, let json {
            var steps = Self.mostSteps
            return json.has(part, &steps)
        }
        return pattern == body
    }
}

extension JSONValue {
    /// How many values it consists of, with itself.
    fileprivate var valueCount: Int {
        switch self {
        case .object(let object): object.reduce(1) { $0 + $1.value.valueCount }
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        default: 1
        }
    }

    /// Whether it is another value, or that with more members and elements.
    /// - Parameter steps: how many comparisons are left; false when there are none.
    fileprivate func has(_ part: JSONValue, _ steps: inout Int) -> Bool {
        guard steps > 0 else { return false }
        steps -= 1
        switch (self, part) {
        case (.object(let own), .object(let others)):
            for (name, value) in others where own[name]?.has(value, &steps) != true { return false }
            return true
        case (.array(let own), .array(let others)):
            for other in others {
                var isThere = false
                for element in own where !isThere { isThere = element.has(other, &steps) }
                if !isThere { return false }
            }
            return true
        default: return self == part
        }
    }
}

/// The stubs that were there before a recording's own. None of them has responded to what was recorded, but those that proxy: so the new
/// stubs may come after the others, as long as they come before these.
struct EarlierStubs {
    private var stubs: [String: [(demands: StubDemands, priority: Int)]] = [:]
    /// The least priority of those that proxy, or the greatest that there is.
    private var proxyPriority = Int(Int32.max)

    /// - Parameter places: those of the new stubs; other stubs are not read.
    init(_ earlier: [CompiledStub], at places: Set<String>) {
        for stub in earlier {
            let mapping = stub.mapping
            if mapping.responses.responses.contains(where: { $0.proxy != nil }) {
                proxyPriority = min(proxyPriority, mapping.priority)
            } else if let place = mapping.request.place, places.contains(place), let request = mapping.fileJSON["request"] {
                stubs[place, default: []].append((StubDemands(request), mapping.priority))
            }
        }
    }

    /// The priority with which a new stub does not respond in place of an earlier one that asks for more.
    /// - Returns: nil for the default one: if there is none that asks for more, or it would come after one that proxies.
    func priority(of stub: RecordedStub) -> Int? {
        guard let others = stubs[stub.place] else { return nil }
        let demands = stub.demands
        let above = others.filter { $0.demands.amount > demands.amount && $0.demands.include(demands) }.map(\.priority).max()
        guard let above, above >= StubMapping.defaultPriority, above + 1 < proxyPriority else { return nil }
        return above + 1
    }
}

extension RequestPattern {
    /// As of a recorded stub; nil for one without a method or a literal URL.
    fileprivate var place: String? {
        guard case .one(let name) = method, let url, url.kind == .url || url.kind == .urlPath else { return nil }
        return "\(name) \(url.text)"
    }
}
