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
    }

    @Test(arguments: [
        "", "640x480", "640x480.gif", "0x480.png", "640x0.png", "-1x480.png", "640.png", "640x480x3.png", "x.png", "8193x1.png",
        "4096x4096.png", "99999999999999999999x1.png", "640x480.png.jpg", " 640x480.png", "+1x1.png", "../640x480.png", "٣x٣.png",
    ]) func anythingElseIsRefusedWithTheRule(text: String) {
        let error = #expect(throws: PlaceholderError.self) { try PlaceholderForm(text) }
        #expect(error?.description.hasSuffix(PlaceholderForm.rule) == true)
    }
}
