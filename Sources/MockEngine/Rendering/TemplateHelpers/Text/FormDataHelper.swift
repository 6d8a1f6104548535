internal import HTTPMessage

/// `{{formData text ['name'] [urlDecode=true] [encoding=]}}`: a form's fields, kept in a variable or handed on.
struct FormDataHelper: TemplateHelper {
    let names = ["formData"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let charset = try TextEncoding.named(call.has("encoding") ? call.option("encoding").printed : "utf-8")
        let isDecoded = call.isSet("urlDecode")
        func text(_ bytes: Substring.UTF8View) -> String {
            isDecoded ? charset.decode(PercentCoding.decode(Array(bytes), plusIsSpace: true)) : String(Substring(bytes))
        }
        let fields = call.subject.printed.utf8.split(separator: UInt8(ascii: "&")).map { piece in
            let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (name: text(Substring(halves[0]).utf8), value: halves.count > 1 ? text(Substring(halves[1]).utf8) : "")
        }
        let values: TemplateValue = .object(NamedValues(fields))
        guard call.parameters.count > 1 else { return values }
        call.assign(call.parameter(1).printed, values)
        return .null
    }
}
