import JSONDocument
import JSONPath
import Testing

/// Results of Jayway's JsonPath, as in WireMock, for the same paths. "D" is a definite path, "I" an indefinite one.
@Suite struct JSONPathJaywayTests {
    @Test func pathsMeanWhatTheyMeanInJayway() throws {
        let document = try JSONValue.parse(Self.document.utf8)
        let cases = Self.cases.split(separator: "\n").map(String.init)
        #expect(cases.count == 158)
        for line in cases {
            let parts = line.split(separator: "  ⇒  ").map(String.init)
            let path = try JSONPath.compile(parts[0])
            let value = try path.evaluate(document).value
            #expect((path.isDefinite ? "D " : "I ") + (value?.text() ?? "nothing") == parts[1], "\(path.text)")
        }
    }

    @Test(arguments: [
        #"$."a b""#,
        #"$.a b"#,
        #"$."#,
        #"$.."#,
        #"$.store."#,
        #"$["#,
        #"$.store.book[?(@.price < 10]"#,
        #"$.store.book[?(@.price <)]"#,
        #"$.store.book[?(@.price << 10)]"#,
        #"$.store.book[?()]"#,
        #"$.foo()"#,
        #"$.numbers.foo()"#,
        #"$.store.book[(@.length-1)].title"#,
        #"$.store.book[?(@.category == fiction)].title"#,
        #"$.store.book[?(true)].title"#,
        #"$.store.book[0,].title"#,
    ])
    func whatJaywayRefusesIsRefused(path: String) {
        #expect(throws: JSONPathError.self) { try JSONPath.compile(path) }
    }

    /// Functions of later versions, and mistakes of Jayway that are not repeated.
    @Test(arguments: [
        ("$.numbers.first()", "1"), ("$.numbers.last()", "4"), ("$.numbers.index(1)", "2"), ("$.numbers.index(-1)", "4"),
        ("$.numbers.index(9)", nil), ("$.none.sum()", nil), ("$.length($.numbers)", "4"),
        ("$.store.book.first().title", "\"Sayings of the Century\""),
        ("$.store.book[?(@.tags all ['b'])].id", "[1,3]"), ("$.store.book[::2].id", "[1,3]"), (" $.text ", "\"hello\""),
        ("$..tags.first()", "[\"a\",\"b\"]"), ("$.store.book[?@.id == '1'].id", "[]"), ("$.store.book[?(@.id == '1')].id", "[1]"),
        (#"$.store.book[?('a\r\nb' contains '\n')].id"#, "[1,\"2\",3,4]"),
    ])
    func furtherAdditions(path: String, result: String?) throws {
        let document = try JSONValue.parse(Self.document.utf8)
        #expect(try JSONPath.compile(path).evaluate(document).value?.text() == result)
    }

    private static let document = #"""
        {"store":{"book":[
        {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95,"tags":["a","b"],"id":1},
        {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99,"tags":[],"id":"2"},
        {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99,"tags":["b","c"],"id":3,"x":null},
        {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99,"id":4}],
        "bicycle":{"color":"red","price":19.95}},
        "expensive":10,"numbers":[1,2,3.5,4],"content-type":"json","@id":"at","1a":"one","2":"two","empty":{},"none":[],"nul":null,"text":"hello","t":true,
        "nested":[[1,2],[3]],"list":["x","y"],"a b":"space","a.b":"dot","obj":{"p":1,"q":2}}
        """#

    private static let cases = #"""
        store.bicycle.color  ⇒  D "red"
        $.['store']['bicycle']  ⇒  D {"color":"red","price":19.95}
        $.content-type  ⇒  D "json"
        $.@id  ⇒  D "at"
        $.1a  ⇒  D "one"
        $.2  ⇒  D "two"
        $.numbers.length()  ⇒  D 4
        $.numbers.size()  ⇒  D 4
        $.numbers.sum()  ⇒  D 10.5
        $.numbers.max()  ⇒  D 4.0
        $.numbers.min()  ⇒  D 1.0
        $.numbers.avg()  ⇒  D 2.625
        $.numbers.stddev()  ⇒  D 1.192424001771182
        $.obj.keys()  ⇒  D ["p","q"]
        $.obj.length()  ⇒  D 2
        $.numbers.append(5)  ⇒  D [1,2,3.5,4,5]
        $.numbers.append("z", 6)  ⇒  D [1,2,3.5,4,"z",6]
        $.list.concat()  ⇒  D "xy"
        $.list.concat("z")  ⇒  D "xyz"
        $.text.concat("z")  ⇒  D "z"
        $.concat($.text, "-", $.store.bicycle.color)  ⇒  D "hello-red"
        $.sum($.numbers)  ⇒  D 10.5
        $.sum($..price)  ⇒  D 73.87
        $..price.sum()  ⇒  D 73.87
        $..price.max()  ⇒  D 22.99
        $..price.length()  ⇒  D 0
        $.store.book[*].price.length()  ⇒  I [null,null,null,null]
        $.store.book[*].tags.length()  ⇒  I [2,0,2]
        $.store.book[*].title.length()  ⇒  I [null,null,null,null]
        $.store.book.length()  ⇒  D 4
        $.text.length()  ⇒  D null
        $.none.length()  ⇒  D 0
        $.empty.length()  ⇒  D 0
        $.nul.length()  ⇒  D null
        $.missing.length()  ⇒  D nothing
        $.length()  ⇒  D 17
        $.store.book[?(@.price < 10)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.price < $.expensive)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.isbn)].title  ⇒  I ["Moby Dick","The Lord of the Rings"]
        $.store.book[?(!@.isbn)].title  ⇒  I ["Sayings of the Century","Sword of Honour"]
        $.store.book[?(@.x)].title  ⇒  I ["Moby Dick"]
        $.store.book[?(@.x == null)].title  ⇒  I ["Moby Dick"]
        $.store.book[?(@.isbn == null)].title  ⇒  I []
        $.store.book[?(@.gone == @.lost)].title  ⇒  I []
        $.store.book[?(@.gone >= @.lost)].title  ⇒  I []
        $.store.book[?(@.gone != @.lost)].id  ⇒  I [1,"2",3,4]
        $.store.book[?(@.tags <= @.tags)].id  ⇒  I []
        $.store.book[?(@.id == 1)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.id == '1')].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.id == 2)].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@.id != 2)].title  ⇒  I ["Sayings of the Century","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.id == '2')].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@.id === 2)].title  ⇒  I []
        $.store.book[?(@.id === '2')].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@.id !== 2)].title  ⇒  I ["Sayings of the Century","Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.id === 1)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.id == 1.0)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.id == '1.0')].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.id > '2')].title  ⇒  I []
        $.store.book[?(@.price > 10 && @.category == 'fiction')].title  ⇒  I ["Sword of Honour","The Lord of the Rings"]
        $.store.book[?(@.price > 20 || @.price < 8.96)].title  ⇒  I ["Sayings of the Century","The Lord of the Rings"]
        $.store.book[?(@.author =~ /.*rees/i)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.author =~ /rees/i)].title  ⇒  I []
        $.store.book[?(@.author =~ /Rees/)].title  ⇒  I []
        $.store.book[?(@.price =~ /8.*/)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.tags =~ /a/)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.category in ['fiction'])].title  ⇒  I ["Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.category in ["reference", 'x'])].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.category nin ['fiction'])].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.category nin $.missing)].title  ⇒  I []
        $.store.book[?(@.category nin 'fiction')].title  ⇒  I []
        $.store.book[?(@.category nin 'x')].title  ⇒  I []
        $.store.book[?(@.category IN ['fiction'])].title  ⇒  I ["Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.id in [1, 2])].title  ⇒  I ["Sayings of the Century","Sword of Honour"]
        $.store.book[?('a' in @.tags)].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.tags contains 'b')].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.title contains 'of')].title  ⇒  I ["Sayings of the Century","Sword of Honour","The Lord of the Rings"]
        $.store.book[?(@.tags subsetof ['a','b','c'])].title  ⇒  I ["Sayings of the Century","Sword of Honour","Moby Dick"]
        $.store.book[?(@.tags anyof ['a'])].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.tags noneof ['a'])].title  ⇒  I ["Sword of Honour","Moby Dick"]
        $.store.book[?(@.tags size 2)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.title size 9)].title  ⇒  I ["Moby Dick"]
        $.store.book[?(@.tags empty true)].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@.tags empty false)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.title empty false)].title  ⇒  I ["Sayings of the Century","Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.tags.length() > 1)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.tags.size() == 0)].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@.title.length() > 10)].title  ⇒  I []
        $.store.book[?(@.tags[0] == 'a')].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.tags[*] == 'a')].title  ⇒  I []
        $.store.book[?(@.tags == ['a','b'])].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(@.tags == [])].title  ⇒  I ["Sword of Honour"]
        $.store.book[?(@['category'] == 'fiction')]['title']  ⇒  I ["Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[0,1].title  ⇒  I ["Sayings of the Century","Sword of Honour"]
        $.store.book[0]['title','price']  ⇒  D {"title":"Sayings of the Century","price":8.95}
        $['text','t']  ⇒  D {"text":"hello","t":true}
        $['text','missing']  ⇒  D {"text":"hello"}
        $['missing','missing2']  ⇒  D {}
        $.store.book[-1].title  ⇒  D "The Lord of the Rings"
        $.store.book[-2:].title  ⇒  I ["Moby Dick","The Lord of the Rings"]
        $.store.book[:2].title  ⇒  I ["Sayings of the Century","Sword of Honour"]
        $.store.book[1:3].title  ⇒  I ["Sword of Honour","Moby Dick"]
        $.store.book[9].title  ⇒  D nothing
        $.store.book.title  ⇒  D nothing
        $.store.book[*].isbn  ⇒  I ["0-553-21311-3","0-395-19395-8"]
        $.store..price  ⇒  I [8.95,12.99,8.99,22.99,19.95]
        $..book[0].title  ⇒  I ["Sayings of the Century"]
        $..book[?(@.price>20)].title  ⇒  I ["The Lord of the Rings"]
        $.numbers[?(@ > 2)]  ⇒  I [3.5,4]
        $.numbers[?(@ == 2)]  ⇒  I [2]
        $.obj[?(@ == 1)]  ⇒  I []
        $.obj[?(@.p == 1)]  ⇒  I [{"p":1,"q":2}]
        $.store[?(@.color == 'red')]  ⇒  I []
        $[?(@.color == 'red')]  ⇒  I []
        $.nested[0][1]  ⇒  D 2
        $.nested[*][0]  ⇒  I [1,3]
        $.nested[*].length()  ⇒  I [2,1]
        $['a b']  ⇒  D "space"
        $['a.b']  ⇒  D "dot"
        $.missing  ⇒  D nothing
        $.missing.deep  ⇒  D nothing
        $.nul  ⇒  D null
        $.nul.deep  ⇒  D nothing
        $.none  ⇒  D []
        $.none[*]  ⇒  I []
        $.gone[*]  ⇒  I nothing
        $.gone[*].a[0]  ⇒  I nothing
        $.gone..a  ⇒  I nothing
        $.text[*]  ⇒  I []
        $.text..a  ⇒  I []
        $.text[0:1]  ⇒  I nothing
        $.text[?(@.a)]  ⇒  I nothing
        $.obj[0,1]  ⇒  I nothing
        $.numbers[8,9]  ⇒  I []
        $.none[0]  ⇒  D nothing
        $..missing  ⇒  I []
        $.store.book[ 0 ].title  ⇒  D "Sayings of the Century"
        $.store.book[?((@.price<10)&&(@.id==1))].title  ⇒  I ["Sayings of the Century"]
        $.store.book[?(10 > @.price)].title  ⇒  I ["Sayings of the Century","Moby Dick"]
        $.store.book[?(@.category == "fiction")].title  ⇒  I ["Sword of Honour","Moby Dick","The Lord of the Rings"]
        $.store.book[?(@.t == true)].title  ⇒  I []
        $[?(@ == true)]  ⇒  I []
        $.store.book[?(@.category == 'fiction' && !(@.price > 20))].title  ⇒  I ["Sword of Honour","Moby Dick"]
        $.store.book[?(@.category=='fiction')][0].title  ⇒  I []
        $.store.book[?(@..title == 'x')].title  ⇒  I []
        $.store.book[?(@.author contains 'e' && @.price > 10)].title  ⇒  I ["Sword of Honour","The Lord of the Rings"]
        $.store.book['0'].title  ⇒  D nothing
        $..book.length()  ⇒  D 4
        $..tags.length()  ⇒  D 4
        $..tags[*].length()  ⇒  D 0
        text  ⇒  D "hello"
        ['text']  ⇒  D "hello"
        @.text  ⇒  D "hello"
        $.store.book[?(@.title =~ /^S.*/ && @.price < 10)].title  ⇒  I ["Sayings of the Century"]
        $.t  ⇒  D true
        $.t.length()  ⇒  D null
        $.numbers.sum(5)  ⇒  D 15.5
        $.max(1, 2, 3)  ⇒  D 3.0
        """#
}
