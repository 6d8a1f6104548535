internal import HTTPMessage
internal import Handlebars
internal import JSONDocument

/// `{{s3.presigned 'bucket' 'key' expiresIn=900}}`: a link to an object of the S3 listener, signed by a key that it knows.
///
/// Options: `method` (GET), `expiresIn` in seconds, `rotating`, `contentType`; `versionId`, `partNumber` and `response-*` for the link's
/// query; and with `form=true` an upload form as JSON, with `minimumBytes` and `maximumBytes`.
struct PresignedHelper: TemplateHelper {
    static let name = "s3.presigned"
    let names = [Self.name]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        // A signature is five digests, and the link has ten fields.
        try call.chargeSteps(6_000)
        let wish = try wish(call)
        guard case .text(let baseURL) = call.lookUp("s3.baseUrl"), let context = call.context as? RenderContext, let links = context.links
        else {
            throw .failure("\(Self.name): there is no S3 listener, so there are no links to it. Start the server with one.")
        }
        let link = links.make(wish, baseURL: baseURL, now: context.nowMilliseconds / 1_000) {
            String(
                context.draw(Self.name, show: { .string(String($0, radix: 16)) }) { (random: inout SeededRandom) in random.next() },
                radix: 16)
        }
        return .text(link.shown)
    }

    private func wish(_ call: HelperCall) throws(TemplateError) -> ObjectLinkWish {
        let names = (call.parameter(0).printed, call.parameter(1).printed)
        if names.0.isEmpty { throw Self.mistake("the bucket is missing") }
        if names.1.isEmpty { throw Self.mistake("the key is missing") }
        let wish = try Self.wish(bucket: names.0, key: names.1, call.options)
        if !wish.isForm, wish.sizes != nil {
            let hasMaximum = call.options.contains { $0.name == "maximumBytes" && !$0.value.isNull }
            let name = hasMaximum ? "maximumBytes" : "minimumBytes"
            throw Self.mistake("\(name) \(ObjectLinkWish.linkHasNoFile)")
        }
        return wish
    }

    /// What the options say about a link to an object. They may be some of those of a call: without the others it may be a link or a form.
    /// - Throws: `.helper` for an option that there is not, a value that it does not take, or one that no form has.
    static func wish(bucket: String, key: String, _ options: [(name: String, value: TemplateValue)]) throws(TemplateError) -> ObjectLinkWish
    {
        var wish = ObjectLinkWish(bucket: bucket, key: key)
        var sizes: (minimum: Int?, maximum: Int?)
        for (name, value) in options where !value.isNull {
            switch name {
            case "method":
                guard wish.setMethod(value.printed) else {
                    throw mistake(
                        "there are no links for the method '\(value.printed)'; the methods are \(ObjectLinkWish.methods.joined(separator: ", "))"
                    )
                }
            case "expiresIn": wish.seconds = try number(name, value, ObjectLinkWish.lives)
            case "rotating": wish.isRotating = try flag(name, value)
            case "form": wish.isForm = try flag(name, value) || wish.isForm
            case "contentType":
                if let flaw = wish.addField("Content-Type", value.printed) { throw mistake("\(name) \(flaw)") }
            case "minimumBytes": sizes.minimum = try number(name, value, 0...(5 << 30))
            case "maximumBytes": sizes.maximum = try number(name, value, 0...(5 << 30))
            case _ where ObjectLinkWish.isParameter(name):
                if let flaw = wish.addParameter(name, value.printed) { throw mistake("\(name) \(flaw)") }
            default:
                let repair = Spelling.suggestion(for: name, among: optionNames) ?? "It has \(optionNames.joined(separator: ", "))."
                throw mistake("there is no option '\(name)'. \(repair)")
            }
        }
        guard wish.setSizes(minimum: sizes.minimum, maximum: sizes.maximum) else { throw mistake("minimumBytes is more than maximumBytes") }
        if let (part, flaw) = wish.misfitOfForm {
            throw mistake("\(part == "parameters" ? wish.parameters[0].name : part) \(flaw)")
        }
        return wish
    }

    private static let optionNames = [
        "method", "expiresIn", "rotating", "form", "contentType", "minimumBytes", "maximumBytes", "versionId", "partNumber",
    ]

    private static func number(_ name: String, _ value: TemplateValue, _ range: ClosedRange<Int>) throws(TemplateError) -> Int {
        guard let number = value.integer ?? Int(value.printed), range.contains(number) else {
            throw mistake("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value.printed)'")
        }
        return number
    }

    private static func flag(_ name: String, _ value: TemplateValue) throws(TemplateError) -> Bool {
        guard let flag = ["true": true, "false": false][value.printed] else {
            throw mistake("\(name) must be true or false, not '\(value.printed)'")
        }
        return flag
    }

    private static func mistake(_ text: String) -> TemplateError { .helper("\(name): \(text)") }
}
