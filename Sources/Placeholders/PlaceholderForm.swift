/// The size and the format of a placeholder: `640x480.jpg`.
package struct PlaceholderForm: Sendable, Hashable {
    /// How pixels are written.
    package enum Format: Sendable, Hashable {
        case png
        case jpeg
    }

    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// How the pixels are written.
    package let format: Format

    /// The longest side, in pixels.
    static let longestSide = 8_192
    /// The most pixels: a photo of twelve megapixels has 4,032 × 3,024.
    static let mostPixels = 12_582_912

    /// What a form must be, for messages.
    package static let rule =
        "WIDTHxHEIGHT.png or .jpg, such as 640x480.jpg, with at most \(longestSide) pixels a side and \(mostPixels) pixels in all"

    /// A regular expression for what `rule` says, except how many pixels there may be in all.
    package static let pattern = "^\(side)x\(side)\\.([pP][nN][gG]|[jJ][pP][eE]?[gG])$"

    /// Of a number from 1 to `longestSide`.
    private static let side = "0*([1-9][0-9]{0,2}|[1-7][0-9]{3}|80[0-9]{2}|81[0-8][0-9]|819[0-2])"

    /// - Parameter text: such as `640x480.jpg`.
    /// - Throws: a sentence with the rule.
    package init(_ text: String) throws(PlaceholderError) {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        let sides = pieces.first?.split(separator: "x", omittingEmptySubsequences: false).map { side in
            side.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(side) ?? 0 : 0
        }
        guard pieces.count == 2, let sides, sides.count == 2, sides.allSatisfy({ (1...Self.longestSide).contains($0) }),
            sides[0] * sides[1] <= Self.mostPixels,
            let format: Format = ["png": .png, "jpg": .jpeg, "jpeg": .jpeg][pieces[1].lowercased()]
        else { throw PlaceholderError("\"\(text)\" must be \(Self.rule)") }
        width = sides[0]
        height = sides[1]
        self.format = format
    }

    /// The Content-Type.
    package var mediaType: String {
        switch format {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }

    /// `640x480`.
    package var size: String { "\(width)x\(height)" }
}
