internal import Digest
internal import XMLDocument

extension XMLElement {
    /// Adds an element with an id of its own. The same document gets the same ids again.
    /// - Parameters:
    ///   - name: of the element with the id.
    ///   - index: the place of this element in its document.
    mutating func addID(_ name: String, at index: Int) {
        let id = Hexadecimal.text(MessageDigest.of("\(index) \(markup)", .sha256).bytes.prefix(16))
        let name = XMLName(name, prefix: self.name.prefix, namespace: self.name.namespace)
        children.insert(.element(XMLElement(name: name, children: [.text(id)])), at: 0)
    }
}
