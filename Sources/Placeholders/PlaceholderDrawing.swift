internal import HTTPMessage

/// Draws a placeholder: a pattern in two shades of a color by the seed, and the label on a dark band.
struct PlaceholderDrawing {
    private enum Ink {
        static let pattern: UInt8 = 1
        static let band: UInt8 = 2
        static let text: UInt8 = 3
    }

    /// Squares of the pattern a side; the right half mirrors the left.
    private static let squares = 7

    private(set) var bitmap: Bitmap

    init(_ order: PlaceholderOrder) {
        var random = SplitMix64(seed: Self.hash(order.seed))
        let hue = Int(random.next() % 360)
        let palette = [
            Self.color(hue: hue, lightness: 168), Self.color(hue: hue, lightness: 128),
            Bitmap.Color(red: 32, green: 32, blue: 40), Bitmap.Color(red: 255, green: 255, blue: 255),
        ]
        bitmap = Bitmap(width: order.form.width, height: order.form.height, palette: palette)
        drawPattern(random.next())
        write(order.label)
    }

    private mutating func drawPattern(_ bits: UInt64) {
        let (width, height, count) = (bitmap.width, bitmap.height, Self.squares)
        for row in 0..<count {
            for column in 0..<count {
                let bit = row * (count / 2 + 1) + min(column, count - 1 - column)
                guard bits >> UInt64(bit) & 1 == 1 else { continue }
                let (left, top) = (column * width / count, row * height / count)
                bitmap.fill(
                    x: left, y: top, width: (column + 1) * width / count - left, height: (row + 1) * height / count - top,
                    color: Ink.pattern)
            }
        }
    }

    /// Writes one line in the middle, as large as fits; what does not fit in the smallest size is left out at its front.
    private mutating func write(_ label: String) {
        let room = max(1, bitmap.width * 9 / 10)
        var characters = label.map { $0 }
        let fits = max(1, (room + 1) / PixelFont.advance)
        if characters.count > fits { characters = Array(characters.suffix(fits)) }
        if characters.isEmpty { return }
        let scale = max(1, min(room / (characters.count * PixelFont.advance), bitmap.height / (PixelFont.height * 4)))
        let width = characters.count * PixelFont.advance * scale - scale
        let height = PixelFont.height * scale
        let (left, top) = ((bitmap.width - width) / 2, (bitmap.height - height) / 2)
        bitmap.fill(x: 0, y: top - 2 * scale, width: bitmap.width, height: height + 4 * scale, color: Ink.band)
        for (index, character) in characters.enumerated() {
            let start = left + index * PixelFont.advance * scale
            for (row, bits) in PixelFont.rows(of: character).enumerated() {
                for column in 0..<PixelFont.width where bits >> UInt8(PixelFont.width - 1 - column) & 1 == 1 {
                    bitmap.fill(x: start + column * scale, y: top + row * scale, width: scale, height: scale, color: Ink.text)
                }
            }
        }
    }

    /// FNV-1a, so that the picture of a seed is the same everywhere.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// A color of medium saturation.
    private static func color(hue: Int, lightness: Int) -> Bitmap.Color {
        func part(_ shift: Int) -> UInt8 {
            // A triangle wave over the circle of hues, from 0 to 60 and back.
            let place = (hue + shift) % 360
            let wave = place < 180 ? place : 360 - place
            return UInt8(min(255, max(0, lightness - 64 + wave * 128 / 180)))
        }
        return Bitmap.Color(red: part(180), green: part(60), blue: part(300))
    }
}
