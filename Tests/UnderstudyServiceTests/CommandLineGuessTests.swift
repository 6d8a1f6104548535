import Testing

@testable import UnderstudyService

/// Words and options of a command line that there are not, and what was probably meant.
@Suite(.timeLimit(.minutes(1))) struct CommandLineGuessTests {
    @Test(arguments: [
        (["config", "shw"], "There is no command \"config shw\". Did you mean \"config show\"?"),
        (["help", "config", "shw"], "There is no command \"config shw\". Did you mean \"config show\"?"),
        (["config", "frobnicate"], "There is no command \"config frobnicate\". There is config show."),
        (["config", "show", "shw"], nil), (["config"], nil), (["config", "--help"], nil), (["serve", "shw"], nil),
    ])
    func aWordThatIsNoCommandOfACommandIsExplained(arguments: [String], told: String?) {
        #expect(CommandWord.refusal(of: arguments, commands: ["serve", "config"], subcommands: ["config": ["show"]]) == told)
    }

    @Test(arguments: [
        (["check", "--host=", "mocks"], ["check", "--host", "", "mocks"]),
        (["run", "--report=", "--", "ls", "--x="], ["run", "--report", "", "--", "ls", "--x="]),
        (["check", "--no-watch=", "mocks"], ["check", "--no-watch=", "mocks"]), (["ca", "--print="], ["ca", "--print="]),
        (["check", "--allow-proxy-target=", "mocks"], ["check", "--allow-proxy-target", "", "mocks"]),
        (["check", "--host=a="], ["check", "--host=a="]), (["reload", "--socket="], ["reload", "--socket", ""]),
        (["check", "=", "--=", "-p="], ["check", "=", "--=", "-p="]),
    ])
    func anEmptyValueIsNotTheNextArgument(arguments: [String], separated: [String]) {
        #expect(CommandLineGuess.separatingEmptyValues(arguments) == separated)
    }

    @Test(arguments: [
        (["serv"], "There is no command \"serv\". Did you mean \"serve\"?"),
        (["/"], "There is no command \"/\". To serve the folder: understudy serve /"),
        (["--port", "0"], "--port needs a command before it: understudy serve --port 0"),
        (["validate", "mocks"], "There is no command \"validate\". Did you mean \"check\"?"),
        (["lint"], "There is no command \"lint\". Did you mean \"check\"?"),
        (["start"], "There is no command \"start\". Did you mean \"serve\"?"),
        (["init"], "There is no command \"init\". To make a folder: mkdir -p mocks/__files mocks/mappings"),
        (["frobnicate"], "There is no command \"frobnicate\". Commands are serve, check."),
        (["serve"], nil), (["help"], nil), (["--version"], nil), ([], nil),
    ])
    func aWordThatIsNoCommandIsExplained(arguments: [String], told: String?) {
        #expect(CommandWord.refusal(of: arguments, commands: ["serve", "check"]) == told)
    }

    @Test(arguments: [
        (["serve", "--port", "-1"], "--port: the value is \"-1\", but must be a whole number, 0…65535"),
        (["serve", "mocks", "8080"], "serve takes one folder, which is \"mocks\" already. Did you mean --port 8080?"),
        (["check", "mocks", "x"], "check takes one folder, which is \"mocks\" already. Remove \"x\"."),
        (
            ["run", "swift", "test"],
            "run takes one folder, which is \"swift\" already. Write the command after --, as in: understudy run mocks -- swift test"
        ),
        (["serve", "--allow-proxy-target", "a.test", "mocks"], nil), (["record", "--from", "http://a.test", "mocks"], nil),
        (["record", "--prot", "1"], "There is no option --prot. Did you mean --port?"),
        (["serve", "--no-s3"], "There is no option --no-s3: S3 is always served. Write --s3-port 0 if its port is taken"),
        (["serve", "--s3", "9000"], "There is no option --s3. Did you mean --s3-port?"),
        (["serve", "--mocks", "x"], "There is no option --mocks: the folder is an argument. Write understudy serve x"),
        (["check", "--folder=x"], "There is no option --folder: the folder is an argument. Write understudy check x"),
        (["serve", "--latency", "0"], "There is no option --latency. Did you mean --latency-scale?"),
        (["run", "--prot", "0", "--", "ls"], "There is no option --prot. Did you mean --port?"),
        (["serve", "mocks", "--strict"], "serve has no option --strict; run has it."),
        (["check", "--report=r.xml"], "check has no option --report; run and explore have it."),
        (["run", "--schedule", "o1", "--", "ls"], "run has no option --schedule; explore has it."),
        (["serve", "mocks", "--port", "0", "--access-log"], nil), (["serve", "--port=0", "mocks"], nil),
        (["run", "mocks", "--strict", "--", "ls", "8080", "--mocks"], nil),
        (["serve", "--frobnicate"], "There is no option --frobnicate."),
        (["explore", "mocks", "--settle", "60", "--runs=9", "--", "ls"], nil), (["version"], nil),
        (["serve", "--no-watc"], "There is no option --no-watc. Did you mean --no-watch?"),
        (["serve", "--journal"], "There is no option --journal. Did you mean --journal-max-bytes or --journal-max-body-bytes?"),
        (["serve", "--verbsoe"], "There is no option --verbsoe. Did you mean --verbose?"),
        (
            ["serve", "--proxy"],
            "There is no option --proxy. Did you mean --proxy-all, --proxy-timeout, --proxy-pass-through or --proxy-via?"
        ),
        (["serve", "--foo"], "There is no option --foo."), (["check", "--bar=1"], "There is no option --bar."),
        (["serve", "--tls"], "There is no option --tls. Did you mean --https-port?"),
        (["serve", "--https", "1"], "There is no option --https. Did you mean --https-port?"),
        (["serve", "--cors"], "There is no option --cors. Did you mean --enable-stub-cors, --admin-cors or --s3-cors?"),
        (["serve", "--admin-token", "x"], "There is no option --admin-token. Did you mean --admin-token-file?"),
        (["serve", "mocks", "-port", "8080"], "There is no option -port. Did you mean --port?"), (["serve", "-p", "8080"], nil),
        (
            ["serve", "--network", "Very", "Bad", "Network"],
            "The name of the network has spaces: write --network \"Very Bad Network\""
        ),
        (["s3", "presign", "b/k", "--form"], "There is no option --form. Write --method POST for an upload form."),
        (["s3", "presign", "--key", "k"], "There is no option --key: the object is an argument, BUCKET/KEY."),
        (
            ["s3", "presign", "b/k", "--expires-in", "1h"],
            "--expires-in: the value is \"1h\", but must be a whole number of seconds: write 3600"
        ),
        (
            ["s3", "presign", "b/k", "--max-bytes=1MB"],
            "--max-bytes: the value is \"1MB\", but must be a whole number of bytes: write 1048576"
        ),
        (["s3", "presign", "b/k", "--expires-in", "60", "--max-bytes=5"], nil),
        (["config", "show", "--foo"], "There is no option --foo."), (["config", "show", "--json", "mocks", "--port", "0"], nil),
        (["config", "show", "--prot", "80"], "There is no option --prot. Did you mean --port?"),
        (["config", "show", "mocks", "x"], "config show takes one folder, which is \"mocks\" already. Remove \"x\"."),
        (["config", "show", "--strict"], "config show has no option --strict; run has it."), (["config"], nil),
        (["serve", "--json"], "serve has no option --json; config show has it."),
        (["serve", "--s3-persist=", "mocks"], "--s3-persist takes no value. Write --s3-persist, or leave it out."),
        (["run", "--strict=", "mocks", "--", "ls"], "--strict takes no value. Write --strict, or leave it out."),
        (["config", "show", "--json="], "--json takes no value. Write --json, or leave it out."),
        (["ca", "--print="], "--print takes no value. Write --print, or leave it out."),
        (["s3", "presign", "b/k", "--rotating="], "--rotating takes no value. Write --rotating, or leave it out."),
        (["reload", "--help="], "--help takes no value. Write --help, or leave it out."),
        (["--version="], "--version takes no value. Write --version, or leave it out."),
        (["serve", "--strict="], "serve has no option --strict; run has it."),
        (["run", "mocks", "--", "ls", "--strict="], nil), (["ca", "--print"], nil),
        (["check", "--no-watch=false"], "--no-watch takes no value. Write --no-watch, or leave it out."),
        (["reload", "--"], "reload takes --socket only, and nothing else."),
        (["reload", "--foo"], "There is no option --foo."),
        (["reload", "--soket", "x"], "There is no option --soket. Did you mean --socket?"),
        (["reload", "--admin-socket=/run/a"], "There is no option --admin-socket. Did you mean --socket?"),
        (["reload", "--host", "::1"], "reload takes --socket only: --host is for the server itself."),
        (["serve", "--network", "lte", "Bad"], nil), (["reload", "--socket", "/a"], nil), (["reload", "--help"], nil),
        (
            ["reload", "mocks"],
            "reload calls a server by its socket (--admin-socket), and takes neither a folder nor a port. "
                + "A server reads saved mappings by itself; another way is curl -X POST http://127.0.0.1:8080/__admin/reload"
        ),
        (
            ["reload", "--port", "21400"],
            "reload calls a server by its socket (--admin-socket), and takes neither a folder nor a port. "
                + "A server reads saved mappings by itself; another way is curl -X POST http://127.0.0.1:21400/__admin/reload"
        ),
    ])
    func whatWasProbablyMeantByArgumentsIsTold(arguments: [String], told: String?) {
        #expect(CommandLineGuess.refusal(of: arguments) == told)
    }
}
