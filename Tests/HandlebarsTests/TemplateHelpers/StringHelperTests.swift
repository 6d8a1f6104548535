import HTTPMessage
import Testing

@testable import Handlebars

/// Texts are what Handlebars.java prints.
@Suite struct StringHelperTests {
    @Test(arguments: [
        ("{{capitalizeFirst 'hello world'}}|{{capitalizeFirst 'éa'}}|{{capitalizeFirst 5}}", "Hello world|Éa|5"),
        ("{{center 'abc' size=9}}|{{center 'abc' size=8 pad='*'}}", "   abc   |**abc***"),
        ("{{cut 'a b c' ' '}}|{{cut 'hello' 'l'}}|{{cut 'a b'}}", "abc|heo|ab"),
        (
            "{{defaultIfEmpty '' 'x'}}|{{defaultIfEmpty nope 'd'}}|{{defaultIfEmpty 'v' 'd'}}|{{defaultIfEmpty nope}}|{{defaultIfEmpty 0 'z'}}",
            "x|d|v||z"
        ),
        (
            "{{join request.pathSegments ', '}}|{{join 'a' 'b' 'c' '-'}}|{{join request.query.q ', ' prefix='<' suffix='>'}}|{{join nope ','}}",
            "a, b|a-b-c|<1, 2>|"
        ),
        ("{{ljust 'abc' size=6 pad='.'}}|{{rjust 'abc' size=6}}|{{rjust 'abcdefgh' size=6}}", "abc...|   abc|abcdefgh"),
        ("{{substring 'hello' 2}}|{{substring 'hello' 1 3}}", "llo|el"),
        (
            "{{lower 'ABC'}}|{{upper 'abc'}}|{{upper nope}}|{{upper ''}}|{{upper request.query.q}}|{{upper request.pathSegments}}",
            "abc|ABC|||1|/A/B"
        ),
        ("{{slugify 'Joel is a slug!'}}|{{slugify '  Ünï  cödé '}}|{{slugify 'A_b-c  d!é?'}}", "joel-is-a-slug|ünï--cödé|abc--dé"),
        ("{{stringFormat '%s-%d-%05d-%.2f-%x-%10s|%-5s|' 'a' 5 42 1.5 255 'r' 'l'}}", "a-5-00042-1.50-ff-         r|l    |"),
        ("{{stringFormat '%2$s %1$s %s' 'a' 'b'}}|{{stringFormat '%s' nope}}|{{stringFormat 'a'}}", "b a a|null|a"),
        ("{{stringFormat '%,d %+d %e %X %o %b %% %S' 1234567 5 1.5 255 8 true 'up'}}", "1,234,567 +5 1.500000e+00 FF 10 true % UP"),
        // The precision of what is no number is a length, and there is no number in place of a missing value.
        (
            "{{stringFormat '%.2f|%<8.3g|%.1e|%.2s' nope nope nope}}|{{stringFormat '%.2b|%5.2b|%.3h' true false 'hello'}}",
            "nu|     nul|n|nu|tr|   fa|5e9"
        ),
        ("{{stringFormat '%s %<s %#x %#o %h' 'a' 255 8 'hello'}}", "a a 0xff 010 5e918d2"),
        ("{{stringFormat '%h %h %H %h' true false -0.4 0.5}}", "4cf 4d5 26400003 3fe00000"),
        (
            "{{stringFormat '%g|%g|%.3g' 12345.678 0.00001234 1234567.5}}|{{stringFormat '%tY-%<tm-%<td %<tp' (parseDate '2021-03-04T15:06:07Z')}}",
            "12345.7|1.23400e-05|1.23e+06|2021-03-04 pm"
        ),
        ("{{stripTags '<b>Joel</b> <button>is</button> a <span>slug</span>'}}|{{stripTags 'a < b'}}", "Joel is a slug|a < b"),
        (
            "{{capitalize 'hello wORLD foo'}}|{{capitalize 'hello wORLD' fully=true}}|{{capitalize 'a-b c'}}",
            "Hello WORLD Foo|Hello World|A-b C"
        ),
        ("{{abbreviate 'hello world foo' 8}}|{{abbreviate 'short' 10}}", "hello...|short"),
        (
            "{{wordWrap 'Joel is a slug and more' 5}}|{{wordWrap 'verylongword a' 4}}|{{wordWrap '' 5}}",
            "Joel\nis a\nslug\nand\nmore|verylongword\na|5"
        ),
        ("{{wordWrap ' a b ' 9}}|{{wordWrap '   ' 2}}|{{wordWrap 'a  ' 5}}|{{wordWrap 'a ' 1}}", "a b ||a  |a\n"),
        ("{{replace 'a.b.c' '.' '-'}}|{{replace 'x' 'y' 'z'}}|{{replace 'ab' '' '-'}}", "a-b-c|x|-a-b-"),
        // A line feed is found within a line end, and a letter within a letter with an accent.
        ("{{replace 'a\r\nb' '\n' '-'}}|{{cut 'a\r\nb' '\n'}}|{{replace 'e\u{301}' 'e' 'i'}}", "a\r-b|a\rb|i\u{301}"),
        ("{{contains 'a\r\nb' '\n'}}|{{contains 'e\u{301}' 'e'}}|{{contains 'abc' ''}}", "true|true|true"),
        ("{{yesno true}}|{{yesno false yes='y' no='n'}}|{{yesno nope maybe='mm'}}|{{yesno nope}}", "yes|n|mm|maybe"),
        (
            "{{numberFormat 1234.567}}|{{numberFormat 1234.567 'currency'}}|{{numberFormat 0.25 'percent'}}|{{numberFormat 1234.567 '###,###.0'}}|{{numberFormat 1234567.891 'integer'}}",
            "1,234.567|$1,234.57|25%|1,234.6|1,234,568"
        ),
        (
            "{{numberFormat 1234.5 maximumFractionDigits=0}}|{{numberFormat 1234.5 groupingUsed=false minimumFractionDigits=3}}|{{numberFormat 1.5 roundingMode='DOWN' maximumFractionDigits=0}}|{{numberFormat 5 minimumIntegerDigits=3}}",
            "1,234|1234.500|1|005"
        ),
        (
            "{{numberFormat -5 'currency'}}|{{numberFormat 1234.5 '0.00'}}|{{numberFormat 0.5 '#%'}}|{{numberFormat 1234567 '#,##0.00;(#)'}}|{{numberFormat 5 '000'}}|{{numberFormat 12345 '0.###E0'}}|{{numberFormat 1.005 '#.##'}}",
            "-$5.00|1234.50|50%|1,234,567.00|005|1.234E4|1"
        ),
        ("{{stringFormat '%.2f|%<f|%<,.1f|%<e|%<g' 1500.0}}", "1500.00|1500.000000|1,500.0|1.500000e+03|1500.00"),
        ("{{stringFormat '%.2f|%<f|%<e|%<g' 0.05}}", "0.05|0.050000|5.000000e-02|0.0500000"),
        ("{{stringFormat '%e|%<+f|%<g' (jsonPath '{\"a\": 1e999}' '$.a')}}", "Infinity|+Infinity|Infinity"),
        (
            "{{numberFormat 0.25 '#.##'}}|{{numberFormat 0.25 '.##'}}|{{numberFormat 1 '.##'}}|{{numberFormat 0 '#.##'}}|{{numberFormat 12 '##.'}}|{{numberFormat 0 '.00'}}",
            "0.25|.25|1.0|0|12.|.00"
        ),
        (
            "{{numberFormat 12345 '##0.#E0'}}|{{numberFormat 0.00012 '##0.#E0'}}|{{numberFormat 12345 '#E0'}}|{{numberFormat 0 '0.00E00'}}|{{numberFormat 1234 '00.##E0'}}|{{numberFormat 1234.5 '0.###E0' minimumIntegerDigits=5}}",
            "12.34E3|120E-6|.1E5|0.00E00|12.34E2|12345E-1"
        ),
        (
            #"{{numberFormat 5 "'#'#"}}|{{numberFormat 5 "'it''s' #"}}|{{numberFormat 0.5 "'%'0.0"}}|{{numberFormat -5 "0;0"}}|{{numberFormat -5 "0;(0)"}}"#,
            "#5|it's 5|%0.5|-5|(5)"
        ),
        ("{{join (array) ',' prefix='[' suffix=']'}}|{{join '' 'a' ','}}|{{cut '' 'x'}}|{{cut 'a b' nope}}", "|||ab"),
        ("{{stringFormat '' 'a'}}|{{stringFormat 0}}|{{size (defaultIfEmpty 12)}}", "a||2"),
        (
            "{{size (dateFormat (parseDate '2021-06-17T10:11:12Z') 'yyyy')}}|{{upper (dateFormat (parseDate '2021-06-17T10:11:12Z') 'MMM')}}",
            "4|JUN"
        ),
        ("{{numberFormat 1234 maximumIntegerDigits=2 minimumIntegerDigits=3}}|{{numberFormat 1 maximumIntegerDigits=2}}", "234|1"),
        ("{{numberFormat 0.0625 '0.#######'}}|{{numberFormat 0.5 '#'}}|{{numberFormat 250.0 '0.0'}}", "0.0625|0|250.0"),
        ("{{numberFormat (jsonPath '{\"a\": 1e308}' '$.a') '#%'}}", "\u{221E}%"),
        ("{{numberFormat 'x'}}|{{numberFormat '12' '0.0'}}|{{numberFormat 1234.5 'integer' 'de_DE'}}", "|0.0|1.234"),
        (
            "{{numberFormat 1234.5 'currency' 'en_US'}}|{{numberFormat -1234.5 'currency' 'en_GB'}}|{{numberFormat 1234.5 'currency' 'de_DE'}}|{{numberFormat 1234.5 'currency' 'ja_JP'}}|{{numberFormat -1.5 'currency' 'de_CH'}}",
            "$1,234.50|-£1,234.50|1.234,50\u{A0}€|￥1,234|CHF-1.50"
        ),
        (
            "{{numberFormat 12.5 'percent' 'fr_FR'}}|{{numberFormat -5 'integer' 'sv_SE'}}|{{numberFormat 1234.5 '#,##0.00' 'it'}}|{{numberFormat 5 'currency' 'xx_YY'}}",
            "1\u{202F}250\u{A0}%|\u{2212}5|1.234,50|¤5.00"
        ),
        (
            "{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'full' 'de_DE'}}|{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'EEE d MMM' 'fr'}}|{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'short' 'en_GB' time='short'}}|{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'full' 'ja_JP'}}",
            "Donnerstag, 4. März 2021|jeu. 4 mars|04/03/2021, 15:06|2021年3月4日木曜日"
        ),
        (
            "{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'full' time='full'}}|{{dateFormat (parseDate '2021-03-04T15:06:07Z') 'long' time='short'}}",
            "Thursday, March 4, 2021 at 3:06:07 PM Coordinated Universal Time|March 4, 2021, 3:06 PM"
        ),
        (
            "{{dateFormat (parseDate '2020-01-02T03:04:05Z')}}|{{dateFormat (parseDate '2020-01-02T03:04:05Z') 'short'}}|{{dateFormat (parseDate '2020-01-02T03:04:05Z') format='full'}}",
            "Jan 2, 2020|1/2/20|Thursday, January 2, 2020"
        ),
        (
            "{{dateFormat (parseDate '2020-01-02T03:04:05Z') 'yyyy-MM-dd HH:mm' tz='GMT+02:00'}}|{{dateFormat (parseDate '2020-01-02T03:04:05Z') 'medium' time='short'}}|{{dateFormat nope}}",
            "2020-01-02 05:04|Jan 2, 2020, 3:04 AM|"
        ),
        ("{{capitalize 'ab\tcd\nef gh'}}|{{capitalize 'AB\tCD EF' fully=true}}", "Ab\tcd\nef Gh|Ab\tcd Ef"),
        (
            "{{numberFormat 0.256 'PERCENT'}}|{{numberFormat 1234.5 'Currency' 'de_DE'}}|{{numberFormat 1234.5 ' Integer '}}|{{numberFormat 1234.5 'default'}}",
            "26%|1.234,50\u{A0}€|1,234|1,234.5"
        ),
        // All digits of a number that a double does not hold.
        (
            "{{numberFormat (jsonPath '{\"a\":9007199254740993}' '$.a') '0'}}|{{numberFormat (jsonPath '{\"a\":1234567890123456789}' '$.a') 'integer'}}",
            "9007199254740993|1,234,567,890,123,456,789"
        ),
        (
            "{{numberFormat (jsonPath '{\"a\":12345678901234567890}' '$.a') '0.000'}}|{{numberFormat (jsonPath '{\"a\":-9007199254740993}' '$.a') 'percent'}}|{{numberFormat (jsonPath '{\"a\":12345678901234567890}' '$.a') '0.###E0'}}",
            "12345678901234567890.000|-900,719,925,474,099,300%|1.235E19"
        ),
        (
            "{{numberFormat (jsonPath '{\"a\":1234567890.123456789012345}' '$.a') '0.000000000000000'}}|{{numberFormat (jsonPath '{\"a\":12345678901234567890.5}' '$.a') '0'}}",
            "1234567890.123456789012345|12345678901234567890"
        ),
        // What is written is rounded, not the double that is a little more or less; only a half asks the double.
        (
            "{{numberFormat 19.99 roundingMode='floor'}}|{{numberFormat 0.6 '0.00' roundingMode='down'}}|{{numberFormat 1.1 roundingMode='up' maximumFractionDigits=2}}|{{numberFormat -1.1 '0.00' roundingMode='ceiling'}}|{{numberFormat 0.1 '0.####################'}}",
            "19.99|0.60|1.1|-1.10|0.1"
        ),
        (
            "{{numberFormat 2.675 '0.00' roundingMode='half_up'}}|{{numberFormat 0.125 '0.00' roundingMode='half_up'}}|{{numberFormat 0.125 '0.00'}}|{{numberFormat 1.15 '0.0' roundingMode='half_down'}}",
            "2.67|0.13|0.12|1.1"
        ),
        // A number without a digit beside the places is zero.
        (
            "{{numberFormat 0.04 roundingMode='up' maximumFractionDigits=0}}|{{numberFormat 0.4 roundingMode='up' maximumFractionDigits=0}}|{{numberFormat 0.00012 roundingMode='up' maximumFractionDigits=2}}|{{numberFormat (jsonPath '{\"a\":0.04}' '$.a') '0' roundingMode='ceiling'}}|{{numberFormat -0.004 '0.0' roundingMode='floor'}}",
            "0|1|0|0|-0.0"
        ),
        // An empty pattern limits no digits.
        (
            "{{numberFormat 3.14159 '' 'de'}}|{{numberFormat 3.14159 ''}}|{{numberFormat 12345.678912 '' 'en'}}|{{numberFormat 0 ''}}|{{numberFormat 0.5 ''}}",
            "3,14159|3.14159|12,345.678912|0|.5"
        ),
        ("{{dateFormat '' 'yyyy'}}|{{dateFormat ''}}|{{dateFormat false 'x'}}|{{dateFormat 0 'x'}}|{{dateFormat nope}}", "yyyy||x|x|"),
        // An argument by position counts before one by name.
        (
            "{{numberFormat 7 '$#,##0.00' format='percent'}}|{{numberFormat 1234.5 'currency' 'de_DE' locale='en_US'}}|{{numberFormat 7 nope format='00'}}",
            "$7.00|1.234,50\u{A0}€|07"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{substring 'hello' 9}}", "begin 9, end 5, length 5"),
        ("{{abbreviate 'hello world foo' 3}}", "Minimum abbreviation width is 4"),
        ("{{yesno 'true'}}", "expected 'boolean'"),
        ("{{center 'abc'}}", "expected 'size'"),
        ("{{stringFormat '%s %s' 'a'}}", "MissingFormatArgument"),
        ("{{stringFormat '%d' 'x'}}", "IllegalFormatConversion"),
        ("{{dateFormat 'x'}}", "expected a date"),
        ("{{rjust 'a' size=999999999}}", "limits.templateOutputBytes"),
        ("{{stringFormat '%999999999d' 1}}", "limits.templateOutputBytes"),
        ("{{stringFormat '%.99999999999999999999f' 1.5}}", "the precision 99999999999999999999 is too large"),
        ("{{stringFormat '%.f' 1.5}}", "a precision is missing"),
        ("{{stringFormat '%.2d' 5}}", "java.util.IllegalFormatPrecisionException: 2"),
        ("{{stringFormat '%5.3x' 5}}", "FormatPrecisionException: 3"), ("{{stringFormat '%.1o' 5}}", "FormatPrecisionException: 1"),
        ("{{stringFormat '%.0c' 65}}", "FormatPrecisionException: 0"), ("{{stringFormat '%.1%'}}", "FormatPrecisionException: 1"),
        ("{{stringFormat '%.1n'}}", "FormatPrecisionException: 1"), ("{{stringFormat '%.4tY' 0}}", "FormatPrecisionException: 4"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }
}
