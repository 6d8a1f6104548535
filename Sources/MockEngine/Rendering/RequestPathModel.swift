internal import Budget
internal import HTTPMessage
internal import Handlebars
internal import JSONDocument

/// The path: a text, a list of its segments, and the variables of the stub's path template. Percent escapes are decoded; with a path
/// template they are not, and the list begins with the empty text before the first slash.
final class RequestPathModel: TemplateObject {
    private let path: String
    private let parameters: [(name: String, value: String)]
    private let knownElements = Once<[TemplateValue]>()
    private let knownSegments = Once<[String]>()

    init(_ request: Request, _ parameters: [(name: String, value: String)]) {
        path = parameters.isEmpty ? PercentCoding.decodePath(request.pathBytes) : String(decoding: request.pathBytes, as: UTF8.self)
        self.parameters = parameters
    }

    private var segments: [String] { knownSegments.value { split(omittingEmpty: true) } }

    private func split(omittingEmpty: Bool) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty).map { String(Substring($0)) }
    }

    var text: String? { path }

    var elements: [TemplateValue]? {
        knownElements.value { (parameters.isEmpty ? segments : split(omittingEmpty: false)).map { .text($0) } }
    }

    /// A path has fewer segments than bytes. It is seldom split.
    var weight: Int { 1 + path.utf8.count }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        if let parameter = parameters.first(where: { $0.name.isSame(as: name) }) { return .text(parameter.value) }
        if let index = Int(name) {
            let segments = segments
            return segments.indices.contains(index) ? .text(segments[index]) : .null
        }
        return switch name {
        case "size", "length": .int(segments.count)
        case "empty": .bool(segments.isEmpty)
        default: .null
        }
    }
}
