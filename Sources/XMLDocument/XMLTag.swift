/// The name of an element with its tags, which are made once.
package struct XMLTag: Sendable {
    let opening: [UInt8]
    let closing: [UInt8]

    /// - Parameters:
    ///   - name: a valid name.
    ///   - mark: stands at both ends of the content; with escapes.
    package init(_ name: String, around mark: String = "") {
        opening = Array("<\(name)>\(mark)".utf8)
        closing = Array("\(mark)</\(name)>".utf8)
    }
}
