import FileStore
import JSONDocument
import TestSupport
import Testing

@testable import S3Service

struct MissingObjectsTests {
    @Test(arguments: [
        (
            "{{s3.baseUrl}}/pics/b.jpg",
            #"m.json:1:1: a body links to "pics/b.jpg", and the folder has no such object. Did you mean "pics/a.jpg"?"#
        ),
        (
            "{{s3.baseUrl}}/pics/a.jpg.meta.json",
            #"m.json:1:1: a body links to "pics/a.jpg.meta.json", and the folder has no such object. "#
                + "Add s3/pics/%!a.jpg%2Emeta.json, unless a client uploads it."
        ),
        (
            "<img src='{{s3.baseUrl}}/pics/folder/other.jpg?x=1'>",
            #"m.json:1:1: a body links to "pics/folder/other.jpg", and the folder has no such object. "#
                + "Add s3/pics/folder/other.jpg, unless a client uploads it."
        ),
        (
            #"{"a": "{{s3.baseUrl}}/none/a.jpg"}"#,
            #"m.json:1:1: a body links to "none/a.jpg", and the folder has no such object. Add s3/none/a.jpg, unless a client uploads it."#
        ),
        (
            "{{s3.baseUrl}}/a.jpg",
            #"m.json:1:1: a body links to "/a.jpg", which is a bucket without an object. "#
                + "Write {{s3.baseUrl}}/BUCKET/a.jpg."
        ),
        (
            #"{"a": "{{s3.baseUrl}}/pics/with space.jpg and more"}"#,
            #"m.json:1:1: a body links to "pics/with space.jpg", and a link ends at a space. Write "with%20space.jpg"."#
        ),
        (
            "{{s3.baseUrl}}/pics/b+c.jpg",
            #"m.json:1:1: a body links to "pics/b+c.jpg", and on AWS a + in a URL is a space. Write "b%2Bc.jpg"."#
        ),
        (
            "{{s3.baseUrl}}/pics/d+e.jpg",
            #"m.json:1:1: a body links to "pics/d+e.jpg", and the folder has no such object. Did you mean "pics/b+c.jpg"?"#
        ),
        ("{{s3.baseUrl}}/pics/b%2Bc.jpg {{s3.presigned 'pics' 'b+c.jpg'}}", nil),
        (
            "{{s3.presigned 'pics' '/a.jpg'}}",
            #"m.json:1:1: a body links to "pics//a.jpg", and the folder has no such object. Did you mean "pics/a.jpg"?"#
        ),
        (
            #"{"a": "{{s3.presigned \"pics\" \"b.jpg\" expiresIn=60}}"}"#,
            #"m.json:1:1: a body links to "pics/b.jpg", and the folder has no such object. Did you mean "pics/a.jpg"?"#
        ),
        ("{{s3.presigned 'pics' 'a.jpg'}} {{s3.presigned 'pics' 'new.jpg' method='PUT'}} {{s3.presigned 'pics' request.query.k}}", nil),
        (#"["{{s3.baseUrl}}/pics/a.jpg", "{{s3.baseUrl}}/pics/with%20space.jpg"]"#, nil), ("{{s3.baseUrl}}/made/x.jpg", nil),
        ("{{s3.baseUrl}}/pics/{{request.query.n}}.jpg {{s3.baseUrl}}/pics/pose-{{n}}.jpg {{s3.baseUrl}}/pics {{s3.baseUrl}}/", nil),
    ])
    func anObjectThatThereIsNotIsAWarning(text: String, told: String?) throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pics/a.jpg", "x")
        try folder.write("s3/pics/a.jpg.meta.json", "{}")
        try folder.write("s3/pics/b+c.jpg", "x")
        try folder.write("s3/pics/with space.jpg", "x")
        var objects = MissingObjects(in: FileStore(try FileRoot(folder.path)))
        let found = objects.warnings(of: text, except: ["made"], source: "m.json", position: .start)
        #expect(found.map { $0.description.replacing(folder.path + "/", with: "") } == (told.map { [$0] } ?? []))
    }
}
