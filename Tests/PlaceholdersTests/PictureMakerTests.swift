import Testing

@testable import Placeholders

@Suite struct PictureMakerTests {
    private func order(_ form: String, label: String? = nil, seed: String? = nil) throws -> PlaceholderOrder {
        PlaceholderOrder(try PlaceholderForm(form), label: label, seed: seed)
    }

    @Test(arguments: ["64x48.png", "64x48.jpg"]) func theSameOrderGivesTheSameBytesAndAnotherOneOthers(form: String) throws {
        let orders = try [
            order(form), order(form, label: "a"), order(form, label: "a", seed: "b"), order(form, label: "a", seed: "c"),
            order(form, label: "b", seed: "c"),
        ]
        let pictures = try orders.map { try PictureMaker().picture($0).bytes }
        #expect(Set(pictures).count == orders.count)
        #expect(try orders.map { try PictureMaker().picture($0).bytes } == pictures)
        #expect(try PictureMaker().picture(orders[0]).digest.count == 32)
    }

    @Test func aHundredKeysHaveAHundredPictures() throws {
        let pictures = try (0..<100).map { try PictureMaker().picture(order("40x30.png", label: "", seed: "pose-images/\($0).jpg")).digest }
        #expect(Set(pictures).count == 100)
    }

    @Test func aFileHasTheSignatureOfItsFormat() throws {
        let png = try PictureMaker().picture(order("3x5.png", label: "x"))
        #expect(
            png.bytes.starts(with: [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 5,
            ]))
        #expect(png.mediaType == "image/png")
        let jpeg = try PictureMaker().picture(order("3x5.jpg", label: "x"))
        #expect(jpeg.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(jpeg.bytes.suffix(2) == [0xFF, 0xD9])
        #expect(jpeg.mediaType == "image/jpeg")
    }

    @Test func picturesAreKeptWithinTheRoom() throws {
        let size = try PictureMaker().picture(order("64x64.png", label: "00")).bytes.count
        let maker = PictureMaker(maximumBytes: (size + 400) * 20)
        let orders = try (0..<100).map { try order("64x64.png", label: "\($0)") }
        for order in orders { _ = try maker.picture(order) }
        let kept = orders.filter { maker.kept($0) != nil }
        #expect(maker.kept(orders[99]) != nil)
        #expect((5...40).contains(kept.count))
    }

    @Test func everyLetterOfTheFontHasSevenRowsOfFivePixels() {
        for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-+=_/#%&*()@$'~<>" {
            let rows = PixelFont.rows(of: character)
            #expect(rows.count == PixelFont.height && rows.allSatisfy { $0 < 32 }, "\(character)")
            #expect(character == " " || rows != PixelFont.rows(of: "人"), "\(character)")
        }
        #expect(PixelFont.rows(of: "a") == PixelFont.rows(of: "A"))
        #expect(PixelFont.rows(of: "ü") == PixelFont.rows(of: "人"), "a box")
    }

    @Test(arguments: ["", "A", "A LABEL THAT IS MUCH TOO LONG FOR ITS PICTURE.JPG"], ["1x1.png", "7x200.png", "8192x1.png"])
    func everyLabelFitsIntoEverySize(label: String, form: String) throws {
        let drawing = PlaceholderDrawing(try order(form, label: label))
        #expect(drawing.bitmap.pixels.count == drawing.bitmap.width * drawing.bitmap.height)
        #expect(drawing.bitmap.pixels.allSatisfy { $0 < 4 })
    }

    @Test func theLabelIsOnTheBand() throws {
        let with = PlaceholderDrawing(try order("120x90.png", label: "A")).bitmap
        let without = PlaceholderDrawing(try order("120x90.png", label: " ", seed: "A")).bitmap
        #expect(with.pixels.count { $0 == 3 } > 50)
        #expect(!without.pixels.contains(3))
        #expect(without.pixels.contains(2))
    }
}
