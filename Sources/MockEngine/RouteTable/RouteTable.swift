internal import HTTPMessage
internal import HashTreeCollections
internal import JSONDocument
internal import RegularExpression
internal import StubModel

/// All stubs, indexed so that a request is compared only with those that may match.
///
/// Immutable: a change makes a new table that shares most of its storage with the old one (hash trees), so adding one of many thousand
/// stubs is cheap, and a request keeps the table that it started with.
final class RouteTable: Sendable {
    static let empty = RouteTable(Storage())

    /// The state that a change modifies before it becomes a table.
    fileprivate struct Storage: Sendable {
        var stubs: TreeDictionary<UniqueID, CompiledStub> = [:]
        var buckets = RouteIndex()
        /// Distinct lengths of literal prefixes.
        var prefixLengths = Tally<Int>()
        var shapes = Tally<TemplateShape>()
        /// Stubs whose URLs are unknown.
        var anywhere: [CompiledStub] = []
        /// The number of stubs in each scenario.
        var scenarios: TreeDictionary<ExactText, Int> = [:]
        var statefulCount = 0
        var bodyBreakingCount = 0
        var expectingCount = 0
    }

    private let storage: Storage

    private init(_ storage: Storage) { self.storage = storage }

    /// Whether any stub's response depends on earlier requests or on chance.
    var isStateful: Bool { storage.statefulCount > 0 }
    /// Whether any stub has a fault during the upload, so that requests must be examined before their body arrives.
    var breaksRequestBodies: Bool { storage.bodyBreakingCount > 0 }
    /// Whether any stub says how often it must be used.
    var expects: Bool { storage.expectingCount > 0 }
    var count: Int { storage.stubs.count }

    subscript(id: UniqueID) -> CompiledStub? { storage.stubs[id] }

    var unordered: some Collection<CompiledStub> { storage.stubs.values }

    /// All stubs in matching order.
    var ordered: [CompiledStub] { storage.stubs.values.sorted { $0.precedes($1) } }

    /// Whether a stub of an earlier table is here with the same responses.
    func keeps(_ id: UniqueID, of earlier: RouteTable) -> Bool {
        guard let now = self[id] else { return false }
        guard let before = earlier[id], before !== now else { return true }
        let (new, old) = (now.mapping.json, before.mapping.json)
        return ["response", "responses", "repeat"].allSatisfy { new[$0] == old[$0] }
    }

    func hasScenario(_ name: ExactText) -> Bool { storage.scenarios[name] != nil }

    // MARK: Changing

    /// A table with these stubs added and others removed. An added stub replaces one with its id.
    /// - Parameter added: placed (`CompiledStub.placed`).
    func changing(adding added: [CompiledStub] = [], removing removed: [UniqueID] = []) -> RouteTable {
        var storage = storage
        // A few are removed and inserted one by one; for many it is cheaper to go through each bucket once.
        if removed.count < Self.many {
            for id in removed { storage.remove(id) }
        } else {
            storage.removeAll(removed)
        }
        if added.count < Self.many {
            for stub in added { storage.add(stub) }
        } else {
            storage.addAll(added)
        }
        return RouteTable(storage)
    }

    private static let many = 16

    // MARK: Finding

    /// The first accepted stub in matching order.
    /// - Parameter accepts: called for the stubs whose URL may match, in order. Gets the request, because a closure that holds it has a
    ///   copy.
    @inline(__always)
    func first(for request: Request, where accepts: (Request, CompiledStub) -> Bool) -> CompiledStub? {
        var search = RouteSearch()
        search.add(RouteBucket(storage.anywhere))
        let target = request.effectiveTargetBytes
        let span = target.span
        let pathCount = request.pathCount
        var hash = RouteHash()
        let lengths = storage.prefixLengths.values
        var nextLength = 0
        var segmentCount = 1
        for index in span.indices {
            if index == pathCount { look(up: hash.key(.path), &search) }
            let byte = span[index]
            hash.add(byte)
            if byte == UInt8(ascii: "/"), index < pathCount { segmentCount += 1 }
            if nextLength < lengths.count, lengths[nextLength] == index + 1 {
                look(up: hash.key(.prefix, UInt64(index + 1)), &search)
                nextLength += 1
            }
        }
        if span.count == pathCount { look(up: hash.key(.path), &search) }
        look(up: hash.key(.target), &search)
        for shape in storage.shapes.values where shape.segmentCount == segmentCount {
            look(up: shape.key(request.pathBytes.span), &search)
        }
        return search.first(for: request, where: accepts)
    }

    @inline(__always)
    private func look(up key: RouteKey, _ search: inout RouteSearch) {
        search.add(storage.buckets[key])
    }
}

extension RouteTable.Storage {
    fileprivate mutating func add(_ stub: CompiledStub) {
        remove(stub.id)
        register(stub, 1)
        if let key = stub.key { buckets.insert(stub, key) } else { anywhere.place(stub) }
    }

    /// Of two with the same id, the last one counts.
    fileprivate mutating func addAll(_ added: [CompiledStub]) {
        removeAll(added.map(\.id))
        let last = Dictionary(added.enumerated().map { ($1.id, $0) }) { $1 }
        var groups: [RouteKey: RouteBucket] = [:]
        groups.reserveCapacity(last.count)
        for (place, stub) in added.enumerated() where last[stub.id] == place {
            register(stub, 1)
            if let key = stub.key { groups[key, default: .none].append(stub) } else { anywhere.append(stub) }
        }
        buckets.insert(groups)
        anywhere.sort { $0.precedes($1) }
    }

    fileprivate mutating func remove(_ id: UniqueID) {
        guard let stub = stubs[id] else { return }
        register(stub, -1)
        if let key = stub.key { buckets.remove(stub, key) } else { anywhere.remove(stub) }
    }

    /// Ignores unknown ids.
    fileprivate mutating func removeAll(_ removed: [UniqueID]) {
        var keys = Set<RouteKey>()
        for id in removed {
            guard let stub = stubs[id] else { continue }
            register(stub, -1)
            if let key = stub.key { keys.insert(key) }
        }
        let kept = stubs
        buckets.filter(keys) { kept[$0.id] != nil }
        anywhere.removeAll { kept[$0.id] == nil }
    }

    /// Adds a stub to the counts (1) or removes it (-1).
    private mutating func register(_ stub: CompiledStub, _ step: Int) {
        stubs[stub.id] = step > 0 ? stub : nil
        statefulCount += stub.isStateful ? step : 0
        bodyBreakingCount += stub.breaksRequestBody ? step : 0
        expectingCount += stub.mapping.expectation == nil ? 0 : step
        if let scenario = stub.mapping.scenario {
            let name = ExactText(scenario.name)
            let count = (scenarios[name] ?? 0) + step
            scenarios[name] = count > 0 ? count : nil
        }
        switch stub.address {
        case .prefix(let length, _): prefixLengths.count(length, step)
        case .shape(let shape, _): shapes.count(shape, step)
        case .exact, .anywhere: break
        }
    }
}
