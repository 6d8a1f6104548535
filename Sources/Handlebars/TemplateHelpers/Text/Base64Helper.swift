internal import JSONDocument

/// `{{base64 text [decode=true] [padding=false]}}`, also as a block.
struct Base64Helper: TemplateHelper {
    let names = ["base64"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["decode", "padding"]
    let flags = ["decode", "padding"]
    let pace = 4

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let text = try call.blockOrSubjectText()
        try call.checkLength(text.utf8.count / 3 * 4)
        if call.isSet("decode") {
            let bytes = try Base64.decode(text.utf8).orFailure("base64: \"\(text.prefix(40))\" is not base64")
            return .text(String(decoding: bytes, as: UTF8.self))
        }
        return .text(Base64.encode(Array(text.utf8), padding: !call.has("padding") || call.isSet("padding")))
    }
}
