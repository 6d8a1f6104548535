internal import Budget
internal import HTTPMessage
internal import Handlebars
internal import JSONDocument
internal import JavaText

/// The parts of a multipart body by name. Nameless parts of a related body are called `part-0`, `part-1`, ….
final class RequestPartsModel: TemplateObject {
    /// Up to so many parts are searched one by one. An index of more is made when it is first needed.
    private static let few = 16

    private let parts: [(name: String?, part: RequestPartModel)]
    private let knownPlaces = Once<[[UInt8]: Int]>()

    init(_ parts: [MultipartBody.Part], isRelated: Bool) {
        guard isRelated else {
            self.parts = JavaHashOrder.sorted(parts.map { ($0.name, RequestPartModel($0, $0.name)) }) { $0.0 ?? "" }
            return
        }
        var nameless = 0
        self.parts = parts.map { part in
            if part.name != nil { return (part.name, RequestPartModel(part, part.name)) }
            defer { nameless += 1 }
            return ("part-\(nameless)", RequestPartModel(part, "part-\(nameless)"))
        }
    }

    /// The first part of that name.
    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        guard parts.count > Self.few else {
            return parts.first { $0.name?.isSame(as: name) ?? false }.map { .object($0.part) } ?? .null
        }
        guard let place = places(budget)[Array(name.utf8)] else { return .null }
        return .object(parts[place].part)
    }

    /// Where the first part of each name is, by the name's bytes; nothing if the budget does not allow it.
    private func places(_ budget: WorkBudget?) -> [[UInt8]: Int] {
        knownPlaces.value {
            let names = parts.map { Array(($0.name ?? "").utf8) }
            let bytes = names.reduce(0) { $0 + $1.count }
            var places: [[UInt8]: Int] = [:]
            guard budget?.chargeIndex(of: names.count, bytes: bytes) ?? true else { return places }
            for (place, name) in names.enumerated() where parts[place].name != nil && places[name] == nil { places[name] = place }
            return places
        }
    }

    var entries: [(name: String, value: TemplateValue)]? { parts.map { ($0.name ?? "", .object($0.part)) } }
}
