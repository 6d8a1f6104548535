import Testing

@testable import Placeholders

@Suite struct PlaceholderFormTests {
    @Test(arguments: [
        ("640x480.png", 640, 480, PlaceholderForm.Format.png), ("1x1.JPG", 1, 1, .jpeg), ("4032x3024.jpeg", 4_032, 3_024, .jpeg),
        ("8192x1536.png", 8_192, 1_536, .png),
    ]) func aFormIsRead(text: String, width: Int, height: Int, format: PlaceholderForm.Format) throws {
        let form = try PlaceholderForm(text)
        #expect((form.width, form.height) == (width, height))
        #expect(form.format == format)
        #expect(try text.firstMatch(of: Regex(PlaceholderForm.pattern)) != nil)
    }

    @Test(arguments: [
        "", "640x480", "640x480.gif", "0x480.png", "640x0.png", "-1x480.png", "640.png", "640x480x3.png", "x.png", "8193x1.png",
        "4096x4096.png", "99999999999999999999x1.png", "640x480.png.jpg", " 640x480.png", "+1x1.png", "../640x480.png", "٣x٣.png",
    ]) func anythingElseIsRefusedWithTheRule(text: String) {
        let error = #expect(throws: PlaceholderError.self) { try PlaceholderForm(text) }
        #expect(error?.description.hasSuffix(PlaceholderForm.rule) == true)
    }

    @Test func thePatternHasTheSameSides() throws {
        let pattern = try Regex(PlaceholderForm.pattern)
        for side in [0, 1, 9, 10, 99, 100, 999, 1_000, 7_999, 8_000, 8_099, 8_100, 8_189, 8_190, 8_192, 8_193, 8_200, 9_000, 10_000] {
            for text in ["\(side)x1.png", "1x0\(side).JPEG"] {
                let isForm = (try? PlaceholderForm(text)) != nil
                #expect((text.firstMatch(of: pattern) != nil) == isForm, "\(text)")
            }
        }
    }
}
