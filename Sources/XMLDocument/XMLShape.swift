internal import CXML2

/// What is in a document, for the cost of XPath. Counted in its tree.
struct XMLShape {
    /// Elements, attributes, texts, comments and instructions, and the document.
    private(set) var nodes = 1
    private(set) var elements = 0
    /// Declarations of namespaces.
    private(set) var declarations = 0
    /// Steps of libxml2 from sibling to sibling when it sorts all nodes that are no elements, and the elements are numbered: it finds the
    /// order of one by a walk back to the last element. Short walks are within the price of an operation.
    private(set) var walks = 0
    /// The same when the elements are not numbered: it walks over all siblings.
    private(set) var longWalks = 0

    private var named: [String: Int] = [:]

    /// Walks of fewer nodes are not counted.
    private static let shortWalk = 8

    init() {}

    init(_ document: UnsafeMutablePointer<xml2_node>) {
        // Names are in the document's dictionary, so that each has one address.
        var names = unsafe [UnsafePointer<UInt8>: Int]()
        var parents = unsafe [document]
        var others = 0, outermost = 0
        while let parent = unsafe parents.popLast() {
            var siblings = 0, all = 0
            var next = unsafe parent.pointee.children
            while let node = unsafe next {
                nodes += 1
                all += 1
                if unsafe node.pointee.type == XMLTreeReader.elementType {
                    elements += 1
                    walk(siblings)
                    siblings = 0
                    if let name = unsafe node.pointee.name { unsafe names[name, default: 0] += 1 }
                    unsafe countAttributes(node)
                    if unsafe node.pointee.children != nil { unsafe parents.append(node) }
                } else {
                    others += 1
                    siblings += 1
                    if unsafe parent == document { outermost += 1 }
                }
                unsafe next = unsafe node.pointee.next
            }
            walk(siblings)
            if all > Self.shortWalk { longWalks += all * all }
        }
        // Beside the root element there is no element to begin from.
        if outermost > Self.shortWalk {
            walks += outermost * others
            longWalks += outermost * nodes
        }
        unsafe names.forEach { name, count in unsafe named[String(cString: name), default: 0] += count }
    }

    /// Takes the numbers from the elements that libxml2 has numbered.
    static func removeNumbers(_ document: UnsafeMutablePointer<xml2_node>) {
        var parents = unsafe [document]
        while let parent = unsafe parents.popLast() {
            var next = unsafe parent.pointee.children
            while let node = unsafe next {
                if unsafe node.pointee.type == XMLTreeReader.elementType {
                    unsafe node.pointee.content = nil
                    if unsafe node.pointee.children != nil { unsafe parents.append(node) }
                }
                unsafe next = unsafe node.pointee.next
            }
        }
    }

    /// How many elements have a name, in any namespace.
    func elements(named name: String) -> Int { named[name] ?? 0 }

    private mutating func walk(_ siblings: Int) {
        if siblings > Self.shortWalk { walks += siblings * siblings }
    }

    private mutating func countAttributes(_ element: UnsafeMutablePointer<xml2_node>) {
        var count = 0
        var property = unsafe element.pointee.properties
        while let attribute = unsafe property {
            count += 1
            unsafe property = unsafe attribute.pointee.next
        }
        nodes += count
        walk(count)
        var declaration = unsafe element.pointee.declarations
        while let current = unsafe declaration {
            declarations += 1
            unsafe declaration = unsafe current.pointee.next
        }
    }
}
