import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import Testing

/// Each row was verified with WireMock.
@Suite struct RequestMatchingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var text: String
        var testDescription: String { text }
    }

    /// A row: `+` for a match and `-` for none, method and target, pattern, header fields, body. `\u{…}`, `\r` and `\n` as in Swift.
    static func rows(_ text: String) -> [Row] { text.split(separator: "\n").map { Row(text: String($0)) } }

    private func check(_ row: Row) throws {
        let columns = row.text.components(separatedBy: " | ")
        let line = columns[0].components(separatedBy: " ")
        let harness = try EngineHarness("{\"request\": \(columns[1]), \"response\": {\"status\": 299}}")
        var headers = HeaderFields()
        for field in columns.count > 2 ? columns[2].components(separatedBy: " ; ") : [] {
            let parts = field.components(separatedBy: ": ")
            if parts.count > 1 { headers.append(name: parts[0], value: Self.unescaped(parts[1...].joined(separator: ": "))) }
        }
        let body = columns.count > 3 ? Self.unescaped(columns[3]) : ""
        let status = harness.status(line[2...].joined(separator: " "), method: line[1], headers: headers, body: body)
        #expect(status == (line[0] == "+" ? 299 : 404))
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\r", with: "\r").replacing("\\n", with: "\n").replacing("\\u{E9}", with: "\u{E9}")
    }

    @Test(
        arguments: rows(
            #"""
            - GET /a | {"method":"get"}
            + FOO /a | {"method":"ANY"}
            + FOO /a | {"method":"FOO"}
            - HEAD /a | {"method":"GET"}
            + GET /a | {"method":"GET_OR_HEAD"}
            + HEAD /a | {"method":"GET_OR_HEAD"}
            - POST /a | {"method":"GET_OR_HEAD"}
            - GET /a | {"method":"POST_OR_HEAD"}
            + GET /a | {}
            + GET /a | {"headers":null,"url":null}
            - GET /a%20b | {"url":"/a b"}
            + GET /a%20b | {"urlPath":"/a%20b"}
            - GET /a?x=1 | {"urlPath":"/a?x=1"}
            + GET /a? | {"url":"/a"}
            - GET /a? | {"url":"/a?"}
            + GET /%C3%A9 | {"url":"/%C3%A9"}
            + GET /%C3%A9 | {"url":"/é"}
            + GET /%c3%a9?a=1 | {"urlPath":"/é"}
            + GET /e%CC%81 | {"urlPath":"/é"}
            + GET /é | {"urlPath":"/é"}
            + GET /%EC%A3%BC%EC%86%8C/%EC%B0%BE%EA%B8%B0 | {"urlPath":"/주소/찾기"}
            + GET /a?q=%ED%95%9C | {"url":"/a?q=한"}
            - GET /%C3%A8 | {"url":"/é"}
            - GET /%C3%A9%2Fb | {"urlPath":"/é/b"}
            + GET /%C3%A9%2Fb | {"urlPath":"/é%2Fb"}
            + GET /a?b | {"urlPattern":"/a.b"}
            - GET /a | {"urlPathPattern":"/A"}
            + GET /a?x | {"urlPathPattern":"/a"}
            - GET /a?x | {"urlPattern":"/a"}
            + GET /a | {"url":"/a","urlPath":"/c"}
            - GET /a | {"urlPath":"/a","url":"/c"}
            + GET /a/1?x | {"urlPathTemplate":"/a/{id}"}
            - GET /a/1/2 | {"urlPathTemplate":"/a/{id}"}
            - GET /a/ | {"urlPathTemplate":"/a/{id}"}
            + GET /a/1/2/c | {"urlPathTemplate":"/a/**/c"}
            + GET /a/b.json | {"urlPathTemplate":"/a/{x}.json"}
            - GET /a/x%20y | {"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"x y"}}}
            + GET /a/x%20y | {"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"x%20y"}}}
            + GET /a/;x=1 | {"urlPathTemplate":"/a/{;x*}","pathParameters":{"x":{"equalTo":";x=1"}}}
            + GET /a/1/b/c | {"urlPathTemplate":"/a/{id}/**","pathParameters":{"id":{"equalTo":"1"},"0":{"equalTo":"b/c"}}}
            - GET /a/1/b/c | {"urlPathTemplate":"/**/b/**","pathParameters":{"1":{"equalTo":"d"}}}
            - GET /a/1 | {"urlPathTemplate":"/a/{id}","pathParameters":{"id":{"equalTo":"2"}}}
            - GET /a/2/1 | {"urlPathTemplate":"/a/{id}/{id}","pathParameters":{"id":{"equalTo":"2"}}}
            + GET /a/2/1 | {"urlPathTemplate":"/a/{id}/{id}","pathParameters":{"id":{"equalTo":"1"}}}
            """#))
    func methodAndURL(row: Row) throws { try check(row) }

    @Test(
        arguments: rows(
            #"""
            - GET /a | {"headers":{"X":{"matches":"zz","contains":"a"}}} | X: a
            + GET /a | {"headers":{"X":{"matches":"zz","contains":"a"}}} | X: zz
            + GET /a | {"headers":{"X":{"equalTo":"a","caseInsensitive":true}}} | X: A
            - GET /a | {"headers":{"X":{"equalTo":"a"}}} | X: A
            + GET /a | {"headers":{"X":{"absent":false}}}
            - GET /a | {"headers":{"X":{"absent":true}}} | x: 
            + GET /a | {"headers":{"X":{"doesNotMatch":"a"}}}
            + GET /a | {"headers":{"X":{"doesNotContain":"a"}}}
            + GET /a | {"headers":{"X":{"anything":"a"}}}
            - GET /a | {"headers":{"X":{"doesNotMatch":"a"}}} | X: a
            + GET /a | {"headers":{"X":{"not":{"equalTo":"a"}}}} | X: b
            + GET /a | {"headers":{"X":{"equalTo":"a"}}} | x: b ; X: a
            + GET /a | {"headers":{"X":{"equalTo":"a, b"}}} | x: a, b
            - GET /a | {"headers":{"X":{"equalTo":"a"}}} | x: a, b
            + GET /a | {"headers":{"X":{"equalTo":""}}} | x: 
            + GET /a | {"headers":{"X":{"equalToJson":"{\"a\":1}"}}} | X: {"a":1.0}
            + GET /a | {"headers":{"X":{"or":[{"equalTo":"a"},{"equalTo":"b"}]}}} | X: b
            - GET /a | {"headers":{"X":{"and":[{"contains":"a"},{"contains":"b"}]}}} | X: b
            + GET /a | {"headers":{"X":{"hasExactly":[{"equalTo":"a"},{"contains":"b"}]}}} | X: xb ; X: a
            - GET /a | {"headers":{"X":{"hasExactly":[{"equalTo":"a"},{"equalTo":"b"}]}}} | X: b ; X: a ; X: c
            + GET /a | {"headers":{"X":{"hasExactly":[{"contains":"1"},{"matches":"1.*"}]}}} | X: 1 ; X: zzz
            + GET /a | {"headers":{"X":{"hasExactly":[{"equalTo":"1"},{"equalTo":"1"}]}}} | X: 1 ; X: 2
            - GET /a | {"headers":{"X":{"hasExactly":[{"equalTo":"1"}]}}} | X: 1 ; X: 1
            - GET /a | {"headers":{"X":{"hasExactly":[]}}}
            - GET /a | {"headers":{"X":{"hasExactly":[]}}} | X: 1
            - GET /a | {"headers":{"X":{"includes":[]}}}
            + GET /a | {"headers":{"X":{"includes":[]}}} | X: 1
            + GET /a | {"headers":{"X":{"includes":[{"equalTo":"a"}]}}} | X: b ; X: a
            - GET /a | {"headers":{"X":{"includes":[{"equalTo":"a"},{"equalTo":"c"}]}}} | X: b ; X: a
            + GET /a | {"headers":{"X":{"equalToNumber":5}}} | X: 5.0
            - GET /a | {"headers":{"X":{"lessThanNumber":5}}} | X: 5
            + GET /a | {"headers":{"X":{"greaterThanEqualNumber":5}}} | X: 5
            - GET /a | {"headers":{"X":{"greaterThanNumber":5}}} | X: x
            + GET /a | {"headers":{"X":{"lessThanEqualNumber":5}}} | X: -1e3
            + GET /a | {"headers":{"X":{"matchesPathTemplate":"/a/{b}"}}} | X: /a/1
            - GET /a | {"headers":{"X":{"equalTo":"e\u0301"}}} | X: \u{E9}
            - GET /a | {"headers":{"X":{"contains":"e\u0301"}}} | X: \u{E9}
            + GET /a | {"headers":{"X":{"matches":"a.b"}}} | X: a\nb
            - GET /a | {"headers":{"X":{"matches":"a"}}} | X: ab
            + GET /a | {"cookies":{"d":{"equalTo":"2"}}} | Cookie: c=1; d="2"
            + GET /a | {"cookies":{"d":{"equalTo":"3"}}} | Cookie: c=1;d=2;d=3
            - GET /a | {"cookies":{"D":{"equalTo":"2"}}} | Cookie: d=2
            - GET /a | {"cookies":{"d":{"equalTo":""}}} | Cookie: d
            + GET /a | {"cookies":{"d":{"absent":true}}} | Cookie: d
            + GET /a | {"cookies":{"d":{"equalTo":""}}} | Cookie: d=
            - GET /a | {"cookies":{"$Version":{"equalTo":"1"}}} | Cookie: $Version=1; d=2
            + GET /a | {"cookies":{"d":{"absent":true}}} | Cookie: c=1
            + GET /a | {"basicAuth":{"username":"u","password":"p"}} | Authorization: Basic dTpw
            + GET /a | {"basicAuth":{"username":"u","password":"p"}} | Authorization: basic dTpw
            - GET /a | {"basicAuth":{"username":"u","password":"p"}} | Authorization: Basic DTPW
            + GET /a | {"basicAuth":{"username":"u","password":"p"},"headers":{"Authorization":{"equalTo":"z"}}} | Authorization: Basic dTpw
            - GET /a | {"basicAuth":{"username":"u","password":"p"},"headers":{"authorization":{"equalTo":"z"}}} | Authorization: Basic dTpw
            + GET /a | {"basicAuth":{"username":"u"}} | Authorization: Basic dTpudWxs
            - GET /a | {"basicAuth":{"username":"u"}} | Authorization: Basic dTo=
            + GET /a | {"basicAuth":{"password":"u"}} | Authorization: Basic bnVsbDp1
            - GET /a | {"basicAuthCredentials":{"username":"u","password":"q"}} | Authorization: Basic dTpw
            + GET /a | {"host":{"equalTo":"other.example"}} | Host: other.example:99
            + GET http://abs.example:81/a | {"url":"/a","host":{"equalTo":"abs.example"},"port":81} | Host: other.example:99
            - GET http://abs.example:81/a | {"host":{"equalTo":"other.example"}} | Host: other.example:99
            - GET http://abs.example:81/a | {"port":99} | Host: other.example:99
            + GET /a | {"port":99} | Host: other.example:99
            + GET /a | {"port":80} | Host: other.example
            - GET /a | {"port":81} | Host: other.example
            + GET /a | {"scheme":"http"}
            - GET /a | {"scheme":"HTTP"}
            - GET /a | {"scheme":"https"}
            + GET HTTPS://abs.example/a | {"url":"/a","scheme":"https","port":443}
            - GET https://abs.example/a | {"scheme":"http"}
            - GET https://abs.example/a | {"port":80}
            """#))
    func head(row: Row) throws { try check(row) }

    @Test(
        arguments: rows(
            #"""
            + GET /a?q=a+b | {"queryParameters":{"q":{"equalTo":"a b"}}}
            + GET /a?q | {"queryParameters":{"q":{"equalTo":""}}}
            - GET /a?q | {"queryParameters":{"q":{"absent":true}}}
            + GET /a?q%5B%5D=1 | {"queryParameters":{"q[]":{"equalTo":"1"}}}
            + GET /a?q=1=2 | {"queryParameters":{"q":{"equalTo":"1=2"}}}
            + GET /a?q=1 | {"url":"/a?q=1","queryParameters":{"q":{"equalTo":"1"}}}
            - GET /a?q=1 | {"queryParameters":{"Q":{"equalTo":"1"}}}
            + GET /a?q=1&q=2 | {"queryParameters":{"q":{"equalTo":"2"}}}
            + GET /a?%C3%A9=%ED%95%9C | {"queryParameters":{"é":{"equalTo":"한"}}}
            """#))
    func query(row: Row) throws { try check(row) }

    @Test(
        arguments: rows(
            #"""
            + GET /a | {"bodyPatterns":[{"anything":"a"}]}
            + GET /a | {"bodyPatterns":[{"doesNotMatch":"a"}]}
            - GET /a | {"bodyPatterns":[{"equalTo":""}]}
            + GET /a | {"bodyPatterns":[{"absent":true}]}
            - GET /a | {"bodyPatterns":[{"contains":"a"}]}
            + GET /a | {"bodyPatterns":[{"equalToJson":"null"}]} |  | null
            + GET /a | {"bodyPatterns":[{"equalToJson":5}]} |  | 5.0
            + GET /a | {"bodyPatterns":[{"equalToJson":"{'a':1 /* one */}"}]} |  | {"a":1}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":1}}]} |  | {'a':1}
            + GET /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {'a':1}
            + GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"12345678901234567890"}}]} |  | {"a":12345678901234567890}
            + GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"b":1}
            + GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"a":[]}
            - GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"a":{}}
            - GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"a":1
            - GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | <a/>
            + GET /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | word
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":null}}]} |  | {}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":null},"ignoreExtraElements":true}]} |  | {}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":1},"ignoreExtraElements":true}]} |  | {"b":2,"a":1}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":1}}]} |  | {"b":2,"a":1}
            + GET /a | {"bodyPatterns":[{"equalToJson":[1,2],"ignoreExtraElements":true}]} |  | [1,2,3]
            - GET /a | {"bodyPatterns":[{"equalToJson":[1,2],"ignoreExtraElements":true}]} |  | [3,1,2]
            + GET /a | {"bodyPatterns":[{"equalToJson":[1,2],"ignoreExtraElements":true,"ignoreArrayOrder":true}]} |  | [3,2,1]
            + GET /a | {"bodyPatterns":[{"equalToJson":[2,1,1],"ignoreArrayOrder":true}]} |  | [1,2,1]
            - GET /a | {"bodyPatterns":[{"equalToJson":[2,1,1],"ignoreArrayOrder":true}]} |  | [1,2,2]
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.any-string}"}}]} |  | {"a":"x"}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.any-string}"}}]} |  | {"a":1}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.ignore}"}}]} |  | {}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.ignore-element}"}}]} |  | {}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.regex}[a-z]+"}}]} |  | {"a":"abc"}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.regex}[a-z]"}}]} |  | {"a":"abc"}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.regex}.*"}}]} |  | {"a":"AB\u000aC"}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.regex}"}}]} |  | {"a":""}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.regex}"}}]} |  | {"a":"x"}
            - GET /a | {"bodyPatterns":[{"equalToJson":{"a":"${json-unit.any-number}"}}]} |  | {"a":null}
            + GET /a | {"bodyPatterns":[{"equalToJson":{"a":"#{json-unit.any-number}"}}]} |  | {"a":1}
            + GET /a | {"bodyPatterns":[{"equalToJson":["${json-unit.any-number}","x"],"ignoreArrayOrder":true}]} |  | ["x",4]
            - GET /a | {"bodyPatterns":[{"equalToJson":{}}]} |  | {"a"
            + GET /a | {"bodyPatterns":[{"binaryEqualTo":"YWI="}]} |  | ab
            + GET /a | {"bodyPatterns":[{"binaryEqualTo":""}]}
            - GET /a | {"bodyPatterns":[{"contains":"a"},{"contains":"b"}]} |  | a
            + GET /a | {"formParameters":{"a":{"equalTo":"1 2"}}} | Content-Type: application/x-www-form-urlencoded; charset=utf-8 | a=1+2
            + GET /a | {"formParameters":{"a":{"equalTo":"é"}}} | Content-Type: application/x-www-form-urlencoded; charset=iso-8859-1 | a=%E9
            - GET /a | {"formParameters":{"a":{"equalTo":"1"}}} | Content-Type: text/plain | a=1
            + GET /a | {"clientIp":{"equalTo":"10.1.2.3"}} | X-Forwarded-For: 10.1.2.3
            - GET /a | {"clientIp":{"equalTo":"10.1.2.3"}}
            + GET /a | {"multipartPatterns":[{"name":"a","headers":{"X":{"equalTo":"1"}},"bodyPatterns":[{"equalToJson":{"b":1}}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a\r\nX: 1\r\n\r\n{"b": 1.0}\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"name":"b"}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"fileName":"b","bodyPatterns":[{"equalTo":"y"}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a; filename=c\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"fileName":"b","headers":{}}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a; filename=c\r\n\r\ny\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"fileName":"c","bodyPatterns":[]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a; filename=c\r\n\r\ny\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"fileName":"","headers":{}}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a; filename=c\r\n\r\ny\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"fileName":"b"}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a; filename=c\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"bodyPatterns":[{"equalTo":"y"}]}]} | Content-Type: multipart/mixed; boundary=x | --x\r\nContent-Type: text/plain\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"bodyPatterns":[{"equalTo":"y"}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: attachment; name=a\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"bodyPatterns":[{"equalTo":"y"}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=""\r\n\r\ny\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"bodyPatterns":[{"equalTo":"y"}]}]} | Content-Type: multipart/related; boundary=x | --x\r\nContent-Type: text/plain\r\n\r\ny\r\n--x--\r\n
            + GET /a | {"multipartPatterns":[{"matchingType":"ALL","bodyPatterns":[{"contains":"y"}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Type: text/plain\r\n\r\nz\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\ny\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"bodyPatterns":[{"absent":true}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--x--\r\n
            - GET /a | {"multipartPatterns":[{"matchingType":"ALL","bodyPatterns":[{"contains":"y"}]}]} | Content-Type: multipart/form-data; boundary=x | --x\r\n\r\ny\r\n--x\r\n\r\nz\r\n--x--\r\n
            """#))
    func body(row: Row) throws { try check(row) }

    @Test(
        arguments: rows(
            #"""
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a.foo()"}]} |  | {"a":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.RequestDetail.?(@=='test222')"}]} |  | {"RequestDetail":{"ClientTag":"test111"}}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a.foo()","absent":true}}]} |  | {"a":1}
            + POST /a | {"bodyPatterns":[{"not":{"matchesJsonPath":"$.a.foo()"}}]} |  | {"a":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {"a":false}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {"a":{}}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {"a":[]}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {"a":null}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | {"a":""}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$..a"}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$[?(@.a==1)]"}]} |  | {"a":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","doesNotMatch":"x"}}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"a":null}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","absent":true}}]} |  | {"a":[]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$[?(/refer.*/ =~ @)]"}]} |  | ["reference"]
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$[?(@.t =~ /x/)]"}]} |  | {"t":["y","x"]}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$..['a','b']"}]} |  | {"a":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$[?(@.a == null)]"}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[0].b[*]","equalToJson":"[]"}}]} |  | {"a":[]}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalToJson":"null"}}]} |  | {"a":null}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalToJson":"null"}}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$..a","absent":true}}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$..a","absent":true}}]} |  | no json
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$..a","doesNotMatch":"x"}}]} |  | {"b":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","doesNotMatch":"x"}}]} |  | {"a":null}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","anything":"x"}}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1"}}]} |  | {"a":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.0"}}]} |  | {"a":1.0}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.50"}}]} |  | {"a":1.50}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.5"}}]} |  | {"a":1.50}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"true"}}]} |  | {"a":true}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalToJson":{"b":1}}}]} |  | {"a":{"b":1}}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalToJson":[1,2]}}]} |  | {"a":[1,2]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalToJson":"\"x\""}}]} |  | {"a":"x"}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","contains":"2"}}]} |  | {"a":[1,2]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"2"}}]} |  | {"a":[1,2]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[1,2]"}}]} |  | {"a":[[1, 2]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"[]"}}]} |  | {"a":[[]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[1.5,100.0,1.0E10,true,null]"}}]} |  | {"a":[[1.50,1e2,1e10,true,null]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[{\"b\":\"x\",\"d\":[1]}]"}}]} |  | {"a":[[{"b":"x","d":[1]}]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[\"a\\/b\"]"}}]} |  | {"a":[["a/b"]]}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[\"a/b\"]"}}]} |  | {"a":[["a/b"]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","equalTo":"[\"\\u2013\\u001Fé\"]"}}]} |  | {"a":[["–\u001fé"]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a[*]","matchesJsonPath":"$[?(@ == 2)]"}}]} |  | {"a":[[1,2]]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"0.12345678901234567890123"}}]} |  | {"a":0.12345678901234567890123}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"0.12345678901234567"}}]} |  | {"a":0.12345678901234567}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.5000000000000000000"}}]} |  | {"a":1.5000000000000000000}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.5"}}]} |  | {"a":1.5000000000000000}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"1.2345678901235679E12"}}]} |  | {"a":1234567890123.5678}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","equalTo":"{\"b\":1}"}}]} |  | {"a":{"b":1}}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","contains":"\"b\" : 1"}}]} |  | {"a":{"b":1}}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a","matchesJsonPath":"$.b"}}]} |  | {"a":{"b":1}}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a.length()"}]} |  | {"a":[]}
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a.length()","equalTo":"0"}}]} |  | {"a":[]}
            - POST /a | {"bodyPatterns":[{"matchesJsonPath":"$.a"}]} |  | "x"
            + POST /a | {"bodyPatterns":[{"matchesJsonPath":"a"}]} |  | {"a":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"object","required":["a"]}}]} |  | {"a":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonSchema":"{\"type\":\"object\",\"required\":[\"a\"]}"}]} |  | {"b":1}
            + POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"string"},"schemaVersion":"V7"}]} |  | no json
            - POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"object"}}]} |  | no json
            + POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"string","minLength":3}}]} |  | 123
            - POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"string","minLength":4}}]} |  | 123
            + POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"string"}}]} |  | null
            - POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"properties":{"n":{"type":"string"}}}}]} |  | {"n":1}
            - POST /a | {"bodyPatterns":[{"matchesJsonSchema":{"type":"integer"}}]} |  | "1"
            """#))
    func jsonPathAndSchema(row: Row) throws { try check(row) }

    @Test(arguments: [
        #"{"headers":{"X":{"equalTo":5}}}"#, #"{"headers":{"X":{"equals":"a"}}}"#, #"{"headers":{"X":"a"}}"#, #"{"headers":{"X":{}}}"#,
        #"{"headers":{"X":{"or":[{"absent":true}]}}}"#, #"{"headers":{"X":{"and":[]}}}"#, #"{"headers":{"X":{"equalTo":null}}}"#,
        #"{"bodyPatterns":[{"equalToJson":""}]}"#, #"{"bodyPatterns":[{"equalToJson":"{\"a\":1"}]}"#, #"{"bodyPatterns":{"equalTo":"ab"}}"#,
        #"{"urlPattern":"a("}"#, #"{"headers":{"X":{"matches":"["}}}"#, #"{"bodyPatterns":[{"binaryEqualTo":"*"}]}"#,
        #"{"headers":{"X":{"equalTo":"a","foo":1}}}"#, #"{"port":0}"#, #"{"listener":"ftp"}"#, #"{"customMatcher":{"name":"x"}}"#,
        #"{"bodyPatterns":[{"equalToJson":"${json-unit.regex}("}]}"#, #"{"headers":{"X":{"lessThanNumber":"x"}}}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":"$..[?("}]}"#, #"{"bodyPatterns":[{"matchesJsonPath":{"equalTo":"1"}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonPath":{"expression":"$.a"}}]}"#, #"{"bodyPatterns":[{"matchesJsonSchema":{"type":"objekt"}}]}"#,
        #"{"bodyPatterns":[{"matchesJsonSchema":{},"schemaVersion":"V5"}]}"#,
    ])
    func badPatternsAreRefused(pattern: String) throws {
        #expect(try EngineHarness().problems("{\"request\": \(pattern)}").count == 1)
    }

    @Test func gzippedBodiesAreDecoded() throws {
        let harness = try EngineHarness(#"{"request": {"bodyPatterns": [{"equalTo": "dance"}]}, "response": {"status": 201}}"#)
        let gzip = Base64.decode("H4sIAAAAAAACA0tJzEtOBQBv/UsYBQAAAA==".utf8) ?? []
        let request = Request(method: "POST", target: "/", headers: [("Content-Encoding", "gzip")], body: gzip)
        guard case .plan(let plan) = harness.engine.session.respond(to: request) else { return #expect(Bool(false), "no match") }
        #expect(plan.response.status == 201)
    }

    @Test(
        arguments: [
            ("text/plain; charset=iso-8859-1", [0xE9], 201), ("text/plain; charset=windows-1252", [0xE9], 201),
            ("text/plain; charset=utf-16", [0, 0xE9], 201), ("text/plain", [0xC3, 0xA9], 201), ("text/plain", [0xE9], 404),
            ("text/plain; charset=utf-8", [0xC3, 0xA9], 201), ("text/plain; charset=shift_jis", [0xC3, 0xA9], 201),
        ] as [(String, [UInt8], Int)])
    func bodiesAreReadInTheirCharset(_ type: String, _ body: [UInt8], _ status: Int) throws {
        let harness = try EngineHarness(#"{"request": {"bodyPatterns": [{"equalTo": "é"}]}, "response": {"status": 201}}"#)
        let request = Request(method: "POST", target: "/", headers: [("Content-Type", type)], body: body)
        guard case .plan(let plan) = harness.engine.session.respond(to: request) else { return #expect(status == 404) }
        #expect(plan.response.status == status)
    }

    @Test func listenersAreKeptApart() throws {
        let harness = try EngineHarness(
            #"{"request": {"url": "/h"}}"#, #"{"request": {"url": "/s", "listener": "s3"}}"#,
            #"{"request": {"url": "/b", "listener": "any"}}"#,
            #"{"request": {"url": "/p", "port": 80}}"#)
        func statuses(_ listener: ListenerName) -> [Int] {
            ["/h", "/s", "/b", "/p"].map { harness.status($0, arrival: Arrival(listener: listener)) }
        }
        #expect(statuses(.http) == [200, 404, 200, 200])
        #expect(statuses(.s3) == [404, 200, 200, 200])
    }

    @Test func unknownMatchersAreToldWithTheNearestOne() throws {
        let problems = try EngineHarness().problems(#"{"request": {"headers": {"Accept": {"equalsTo": "x"}}}}"#)
        #expect(
            problems == [#"mapping.json:1:37 /request/headers/Accept/equalsTo: unknown matcher "equalsTo". Did you mean "equalTo"?"#])
    }
}
