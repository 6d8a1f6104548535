internal import Budget
internal import HTTPMessage
internal import Handlebars
internal import JSONDocument

/// One part: `name`, `fileName`, `headers`, `body` and what else WireMock shows of it.
final class RequestPartModel: TemplateObject {
    private let part: MultipartBody.Part
    private let name: String?
    private let knownHead = Once<Head>()
    private let knownHeaders = Once<NamedValues>()
    private let knownText = Once<String>()
    private let knownBase64 = Once<String>()
    private let knownPrint = Once<String>()

    /// What the part's fields say. A part may have many.
    private struct Head: Sendable {
        let fileName: String?
        let contentType: String?
    }

    init(_ part: MultipartBody.Part, _ name: String?) {
        self.part = part
        self.name = name
    }

    func member(_ member: String, charging budget: WorkBudget?) -> TemplateValue {
        switch member {
        case "name": TemplateValue(name)
        case "fileName", "filename": TemplateValue(head.fileName)
        case "body": .text(bodyText(budget))
        case "bodyAsBase64": .text(bodyAsBase64(budget))
        case "binary": .bool(!MediaType.isText(head.contentType ?? "text/plain"))
        case "headers": .object(headers(budget))
        default: .null
        }
    }

    private var head: Head {
        knownHead.value { Head(fileName: part.fileName, contentType: part.headers.first("Content-Type")) }
    }

    /// With names in lower case, as WireMock shows those of parts.
    private func headers(_ budget: WorkBudget?) -> NamedValues {
        knownHeaders.value {
            budget?.chargeSteps(20 * part.headers.count)
            return NamedValues(part.headers.map { ($0.name.lowercased(), $0.value) }, .headers)
        }
    }

    /// As WireMock prints a part.
    var text: String? { knownPrint.value { printed } }

    private var printed: String {
        "[name='\(name ?? "null")', headers=\(TemplateValue.object(headers(nil)).printed), body=\(bodyText(nil))]"
    }

    private func bodyText(_ budget: WorkBudget?) -> String {
        knownText.value {
            guard budget?.chargeBytes(part.body.count) ?? true else { return "" }
            return BodyText.decode(part.body, contentType: head.contentType)
        }
    }

    private func bodyAsBase64(_ budget: WorkBudget?) -> String {
        knownBase64.value {
            if let budget, !(budget.chargeBytes(2 * part.body.count) && budget.chargeSteps(part.body.count)) { return "" }
            return Base64.encode(Array(part.body))
        }
    }
}
