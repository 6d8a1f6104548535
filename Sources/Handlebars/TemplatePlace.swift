package import JSONDocument

/// Where a helper is called in the template. The line and the column are counted when they are asked for: of thousands of calls that fail,
/// few are shown.
package struct TemplatePlace: Sendable, Equatable {
    /// Of the helper's name in the template's text, in bytes.
    let offset: Int
    let source: TemplateSource

    /// Counted from 1.
    package var line: Int { 1 + before.count { $0 == UInt8(ascii: "\n") } }

    /// Of the helper's name, in UTF-16 code units from 0, as in Handlebars.java.
    package var column: Int {
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: before[lineStart...], as: UTF8.self).utf16.count
    }

    /// The same place in the whole text as it was written, with what is before the first tag; nil for a text that was not written so.
    package var position: TextPosition? {
        guard source.isAsWritten else { return nil }
        return JSONSource(name: "", bytes: source.before + before).position(of: source.before.count + offset)
    }

    /// The file that holds the text; nil if it is in none of its own.
    package var file: String? { source.file }

    private var before: ArraySlice<UInt8> { source.bytes[..<offset] }
}
