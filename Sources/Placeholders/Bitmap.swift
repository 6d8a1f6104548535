/// Pixels of few colors.
struct Bitmap: Sendable {
    /// Red, green and blue, 0 to 255 each.
    struct Color: Sendable, Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let width: Int
    let height: Int
    /// At most 256.
    let palette: [Color]
    /// The number of each pixel's color, in rows.
    private(set) var pixels: [UInt8]

    /// All pixels have the first color.
    init(width: Int, height: Int, palette: [Color]) {
        self.width = width
        self.height = height
        self.palette = palette
        pixels = [UInt8](repeating: 0, count: width * height)
    }

    /// Paints a rectangle; what lies outside is left out.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, color: UInt8) {
        let columns = max(0, x)..<max(max(0, x), min(self.width, x + width))
        let rows = max(0, y)..<max(max(0, y), min(self.height, y + height))
        if columns.isEmpty { return }
        for row in rows {
            let start = row * self.width
            for place in (start + columns.lowerBound)..<(start + columns.upperBound) { pixels[place] = color }
        }
    }

    /// Three bytes for each pixel: red, green, blue.
    var colors: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 3)
        for pixel in pixels {
            let color = palette[Int(pixel)]
            bytes.append(color.red)
            bytes.append(color.green)
            bytes.append(color.blue)
        }
        return bytes
    }
}
