/// The location of a value: the steps to it from the root.
package struct JSONPathLocation: Sendable, Hashable, CustomStringConvertible {
    /// One step down: a member's name, or an element's index from 0.
    package enum Step: Sendable, Hashable {
        case name(String)
        case index(Int)
    }

    /// From the root; empty for the root itself.
    package var steps: [Step]

    /// - Parameter steps: from the root; empty for the root itself.
    package init(steps: [Step]) { self.steps = steps }

    /// The normalized path of RFC 9535, section 2.7: `$['a'][0]`.
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += "['" + name.unicodeScalars.map(Self.escape).joined() + "']"
            }
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{8}": return "\\b"
        case "\t": return "\\t"
        case "\n": return "\\n"
        case "\u{c}": return "\\f"
        case "\r": return "\\r"
        case "'": return "\\'"
        case "\\": return "\\\\"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        default: return String(scalar)
        }
    }
}

/// A location during the search: shares all steps but the last with its neighbours.
final class JSONPathPlace: Sendable {
    private let parent: JSONPathPlace?
    private let step: JSONPathLocation.Step?

    init(_ parent: JSONPathPlace? = nil, _ step: JSONPathLocation.Step? = nil) {
        self.parent = parent
        self.step = step
    }

    var location: JSONPathLocation {
        var steps: [JSONPathLocation.Step] = []
        var place: JSONPathPlace? = self
        while let here = place {
            if let step = here.step { steps.append(step) }
            place = here.parent
        }
        return JSONPathLocation(steps: steps.reversed())
    }
}
