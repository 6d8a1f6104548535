/// `{{wordWrap text length}}`: lines of at most that length, broken at blanks and without blanks at their beginnings; longer words stay
/// whole.
struct WordWrapHelper: StringHelper {
    let names = ["wordWrap"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 15

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let width = max(1, try call.requiredInteger(1, "length"))
        let units = Array(value.printed.utf16)
        let blank = UInt16(UInt8(ascii: " "))
        var lines: [ArraySlice<UInt16>] = []
        var start = 0
        while start < units.count {
            if units[start] == blank {
                start += 1
                continue
            }
            guard units.count - start > width else { break }
            let line = units[start...(start + width)]
            guard let end = line.lastIndex(of: blank) ?? units[(start + width)...].firstIndex(of: blank) else { break }
            lines.append(units[start..<end])
            start = end + 1
        }
        lines.append(units[start...])
        return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
    }
}
