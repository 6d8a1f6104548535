import FixtureStore
import StubModel
import TestSupport
import Testing

/// Header fields that frame the body, and what becomes of them.
extension FixtureMistakesTests {
    @Test(arguments: [
        (
            #"{"request": {"url": "/a"}, "response": {"body": "abc", "headers": {"Content-Length": "5"}}}"#,
            "1:86 /response/headers/Content-Length: the server writes the length itself, and this one is sent to HEAD alone. Remove it. "
                + "For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}."
        ),
        (
            #"{"request": {"method": "GET", "url": "/a"}, "response": {"body": "abc", "headers": {"Content-Length": "5"}}}"#,
            "1:103 /response/headers/Content-Length: the server writes the length itself, and this one is not sent. Remove it. "
                + "For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}."
        ),
        (
            #"{"request": {"method": "HEAD", "url": "/a"}, "response": {"headers": {"Content-Length": "abc"}}}"#,
            "1:89 /response/headers/Content-Length: a length is one number of bytes, and this one is not sent as it is. Write a number, such as \"5\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"status": 304, "headers": {"Content-Length": ["1", "2"]}}}"#,
            "1:86 /response/headers/Content-Length: a length is one number of bytes, and this one is not sent as it is. Write a number, such as \"5\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"headers": {"transfer-encoding": "chunked"}}}"#,
            "1:74 /response/headers/transfer-encoding: the server writes the transfer coding itself, and this one is not sent. Remove it. "
                + "For chunks use \"chunkedDribbleDelay\", for a body that breaks off \"fault\": {\"effect\": \"truncate\"}."
        ),
        (
            #"{"request": {"method": "GET", "url": "/a"}, "response": {"modify": {"headers": {"Content-Length": "5"}}}}"#,
            "1:99 /response/modify/headers/Content-Length: the server writes the length itself, and this one is sent with a 304 alone. Remove it. "
                + "For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"removeHeaders": ["ETag", "content-length"]}}}"#,
            "1:78 /response/modify/removeHeaders/1: \"content-length\" is not removed: the server writes it itself. "
                + "Take it away. A body has no length with \"chunkedDribbleDelay\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"removeHeaders": ["Date"]}}}"#,
            "1:70 /response/modify/removeHeaders/0: \"Date\" is not removed: the server writes it itself. Take it away."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"headers": {"X:": "1"}}}"#,
            "1:53 /response/headers/X:: header \"X:\" has a name that clients refuse. Names have letters, digits and \"-\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"status": 304, "headers": {"Content-Length": "x"}}}}"#,
            "1:97 /response/modify/headers/Content-Length: a length is one number of bytes, and this one is not sent as it is. "
                + "Write a number, such as \"5\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"removeHeaders": ["ETag:"]}}}"#,
            "1:70 /response/modify/removeHeaders/0: \"ETag:\" is not removed: no header field has such a name. Correct it."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"status": 503, "removeHeaders": []}}}"#,
            "1:84 /response/modify/removeHeaders: \"removeHeaders\" is an empty list, so nothing is removed. Leave it out."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"headers": {"ETag": "1"}, "removeHeaders": ["etag"]}}}"#,
            "1:96 /response/modify/removeHeaders/0: \"etag\" is not removed: \"headers\" sets it. Keep one of them."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"modify": {"removeHeaders": ["Cache-Contrl"]}}}"#,
            "1:70 /response/modify/removeHeaders/0: \"Cache-Contrl\" is no usual header field. Did you mean \"Cache-Control\"?"
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://x", "additionalProxyRequestHeaders": {"content-length": "9"}}}"#,
            "1:121 /response/additionalProxyRequestHeaders/content-length: the server writes \"content-length\" of its requests itself, "
                + "and this one is not sent. Remove it."
        ),
    ])
    func aFieldThatFramesTheBodyIsExplained(mapping: String, expected: String) throws {
        try folder.write("mappings/a.json", mapping)
        #expect(try lines(load().warnings) == ["mocks/mappings/a.json:\(expected)"])
    }

    @Test func aWrittenLengthOfAFileIsComparedWithTheFiles() throws {
        try folder.write("__files/a.txt", "abc")
        for length in [3, 5] {
            try folder.write(
                "mappings/\(length).json",
                #"{"request": {"url": "/\#(length)"}, "response": {"bodyFileName": "a.txt", "headers": {"Content-Length": "\#(length)"}}}"#)
        }
        try folder.write(
            "mappings/head.json",
            #"{"request": {"method": "HEAD", "url": "/h"}, "response": {"bodyFileName": "a.txt", "headers": {"Content-Length": "9"}}}"#)
        #expect(
            try lines(load().warnings) == [
                "mocks/mappings/5.json:1:77 /response/headers: the server writes the length itself, and this one is sent to HEAD alone: the file has 3 bytes. "
                    + "Remove it. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}."
            ])
    }
}
