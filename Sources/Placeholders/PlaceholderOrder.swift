/// What decides every byte of a placeholder.
package struct PlaceholderOrder: Sendable, Hashable {
    /// Size and format.
    package let form: PlaceholderForm
    /// The text on it; letters are shown as capitals, and what the font lacks as a box.
    package let label: String
    /// Decides color and pattern.
    package let seed: String

    /// The longest label and seed that count, in bytes.
    private static let longestText = 1_024

    /// - Parameters:
    ///   - label: nil for the size.
    ///   - seed: nil for the label.
    package init(_ form: PlaceholderForm, label: String? = nil, seed: String? = nil) {
        self.form = form
        self.label = Self.bounded(label ?? form.size)
        self.seed = Self.bounded(seed ?? label ?? "")
    }

    private static func bounded(_ text: String) -> String { String(decoding: text.utf8.prefix(longestText), as: UTF8.self) }
}
