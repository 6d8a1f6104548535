import Testing

@testable import FileStore

struct SimilarNameTests {
    @Test(arguments: [
        ("pose-1.jpg", "pose-01.jpg"), ("pose-03.jpg", "pose-03.png"), ("cat", "cat.jpg"), ("tag", "tags.json"), ("tags.jsn", "tags.json"),
        ("dgo.png", "dog.png"),
    ])
    func theNearestNameIsMeant(wanted: String, meant: String) {
        let names = ["pose-01.jpg", "pose-02.jpg", "pose-03.png", "cat.jpg", "tags.json", "dog.png"]
        #expect(SimilarName.nearest(to: wanted, among: names) == meant)
    }

    @Test(arguments: ["pose-04.jpg", "pose-30.jpg", "elephant.jpg", "pose.jpg", "b.jpg"]) func anotherNumberIsAnotherName(wanted: String) {
        #expect(SimilarName.nearest(to: wanted, among: ["pose-01.jpg", "pose-03.jpg", "cat.jpg", "a.jpg"]) == nil)
    }
}
