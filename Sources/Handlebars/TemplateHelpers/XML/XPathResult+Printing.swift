internal import JavaText
package import XMLDocument

extension XPathResult {
    /// The result as WireMock prints it: a number with at most three decimals and grouped thousands.
    package var printed: String {
        if case .number(let value) = self { JavaDecimalFormat("#,##0.###").text(value) } else { text }
    }
}
