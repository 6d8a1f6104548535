internal import HTTPMessage

/// `{{urlEncode text [decode=true] [encoding='utf-8']}}`, also as a block: as an HTML form encodes it.
struct URLEncodeHelper: TemplateHelper {
    let names = ["urlEncode"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["decode", "encoding"]
    let flags = ["decode"]
    let pace = 30

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let text = try call.blockOrSubjectText()
        try call.checkLength(3 * text.utf8.count)
        let charset = try call.charset
        if call.isSet("decode") { return .text(charset.decode(PercentCoding.decode(Array(text.utf8), plusIsSpace: true))) }
        let encoded = PercentCoding.encode(charset.encode(text), keeping: "* ")
        return .text(
            encoded.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "%7E").split(
                separator: " ", omittingEmptySubsequences: false
            ).joined(separator: "+"))
    }
}
