internal import JavaText
package import XMLDocument

extension XPathResult {
    /// As WireMock prints what is no node: a number with at most three decimals, its thousands parted.
    package var printed: String {
        if case .number(let value) = self { JavaDecimalFormat("#,##0.###").text(value) } else { text }
    }
}
