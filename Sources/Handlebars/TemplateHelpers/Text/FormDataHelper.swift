internal import JavaText
internal import HTTPMessage

/// `{{formData text ['name'] [urlDecode=true] [encoding=]}}`: a form's fields, stored in a variable or passed on.
struct FormDataHelper: TemplateHelper {
    let names = ["formData"]
    let arguments = 0...2
    let options: [String]? = ["urlDecode", "encoding"]
    let flags = ["urlDecode"]
    let pace = 15

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { Array(call.arguments.dropFirst(1).prefix(1)) }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let isDecoded = call.isSet("urlDecode")
        // As in WireMock, a charset is only looked at where it counts.
        let charset: TextCharset = isDecoded ? try call.charset : .utf8
        // As in WireMock, a field without a value is dropped, and a second "=" ends the value.
        let fields = call.subject.printed.utf8.split(separator: UInt8(ascii: "&")).compactMap { field -> (name: String, value: String)? in
            let pieces = field.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            guard pieces.count > 1, pieces.dropFirst().contains(where: { !$0.isEmpty }) else { return nil }
            let value = String(decoding: pieces[1], as: UTF8.self).trimmed
            return (
                String(decoding: pieces[0], as: UTF8.self),
                isDecoded ? charset.decode(PercentCoding.decode(Array(value.utf8), plusIsSpace: true)) : value
            )
        }
        let values: TemplateValue = .object(NamedValues(fields, .exact))
        guard call.parameters.count > 1 else { return values }
        call.assign(call.parameter(1).printed, values)
        return .null
    }
}
