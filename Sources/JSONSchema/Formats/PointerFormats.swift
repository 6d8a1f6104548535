internal import JSONDocument

extension JSONSchemaFormat {
    static let pointers = [
        JSONSchemaFormat("json-pointer") { JSONPointer($0) != nil },
        // draft-handrews-relative-json-pointer: the number of levels up, followed by a pointer or "#".
        JSONSchemaFormat("relative-json-pointer") { text in
            let levels = text.utf8.prefix { $0.isASCIIDigit }
            guard !levels.isEmpty, levels.count == 1 || levels.first != UInt8(ascii: "0") else { return false }
            let rest = String(Substring(text.utf8.dropFirst(levels.count)))
            return rest == "#" || JSONPointer(rest) != nil
        },
    ]
}
