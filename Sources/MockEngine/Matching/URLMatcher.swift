internal import HTTPMessage
internal import JSONDocument
internal import RegularExpression
internal import StubModel

/// A compiled `URLPattern`.
enum URLMatcher: Sendable {
    case any
    case target([UInt8])
    case targetExpression(RegularExpression)
    case path([UInt8])
    case pathExpression(RegularExpression)
    case template(PathTemplate)

    /// Nil when something is wrong, which is then in the report.
    init?(_ pattern: URLPattern?, _ report: ProblemReport) {
        guard let pattern else {
            self = .any
            return
        }
        do {
            self =
                switch pattern.kind {
                case .url: .target(Array(pattern.text.utf8))
                case .urlPath: .path(Array(pattern.text.utf8))
                case .urlPattern: .targetExpression(try RegularExpression(pattern.text))
                case .urlPathPattern: .pathExpression(try RegularExpression(pattern.text))
                case .urlPathTemplate: .template(try PathTemplate(pattern.text))
                }
        } catch {
            report.add("\(error)", at: pattern.node)
            return nil
        }
    }

    func matches(_ request: Request) -> Bool {
        switch self {
        case .any: true
        case .target(let bytes): request.matchedTarget.elementsEqual(bytes)
        case .path(let bytes): request.pathBytes.elementsEqual(bytes)
        case .targetExpression(let expression): (try? expression.matchesWhole(request.matchedTarget)) ?? false
        case .pathExpression(let expression): (try? expression.matchesWhole(request.pathBytes)) ?? false
        case .template(let template): template.matches(request.pathBytes)
        }
    }

    func distance(_ request: Request) -> Double {
        switch self {
        case .any: 0
        case .target(let bytes): TextDistance.normalized(String(decoding: bytes, as: UTF8.self), request.target)
        case .path(let bytes): TextDistance.normalized(String(decoding: bytes, as: UTF8.self), request.path)
        case .targetExpression, .pathExpression, .template: matches(request) ? 0 : 1
        }
    }
}

extension Request {
    /// The target without a `?` that nothing follows: WireMock takes `/a?` for `/a`.
    var matchedTarget: ArraySlice<UInt8> { queryBytes?.isEmpty == true ? pathBytes : targetBytes }
}
