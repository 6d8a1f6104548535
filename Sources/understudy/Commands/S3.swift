internal import ArgumentParser
internal import UnderstudyService

struct S3: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "s3", abstract: "Make links to objects of S3.", subcommands: [Presign.self])
}

extension S3 {
    struct Presign: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a presigned link, or an upload form.",
            discussion: """
                EXAMPLES:
                  understudy s3 presign pose-images/pose-01.jpg
                  understudy s3 presign s3://uploads/a.jpg --method PUT
                  understudy s3 presign uploads/a.jpg --method POST --max-bytes 1000000

                Signs with the first key pair of the settings, and needs no running server.
                With --method POST it prints the address and the fields of a form as JSON.
                For a session, give its s3BaseUrl to --url.
                """)

        @Argument(help: "The object: BUCKET/KEY, also with s3:// in front.")
        var object: String
        @Option(help: "GET, PUT, HEAD or DELETE; POST for a form.", completion: .list(["GET", "PUT", "HEAD", "DELETE", "POST"]))
        var method = "GET"
        @Option(
            help: ArgumentHelp(
                "How long it holds at most; without --rotating at least half of that. (default: 900)", valueName: "seconds"))
        var expiresIn: Int?
        @Flag(help: "Print another link each time, not the same throughout half its life.")
        var rotating = false
        @Option(help: ArgumentHelp("The Content-Type that an upload must have.", valueName: "type"))
        var contentType: String?
        @Option(help: ArgumentHelp("The version of the object.", valueName: "id"))
        var versionId: String?
        @Option(help: ArgumentHelp("The longest file that the form takes.", valueName: "bytes"))
        var maxBytes: Int?
        @Option(
            help: ArgumentHelp(
                "The S3 listener as the client reaches it. (default: UNDERSTUDY_S3_URL, or 127.0.0.1 with the port of the settings)",
                valueName: "url"))
        var url: String?
        @Option(help: ArgumentHelp("The key pair to sign with, in place of the settings'.", valueName: "accesskey:secretkey"))
        var s3Key: [String] = []
        @Option(help: ArgumentHelp("The folder with the settings. (default: ./mocks)", valueName: "mocks"), completion: .directory)
        var mocks: String?

        func run() throws {
            let link = try reporting { () throws(StartFailure) in
                let flags = SettingLayer(flags: [("s3-key", s3Key)])
                // The settings of the folder are wanted, but they may also come from elsewhere.
                let configuration = try ConfigurationSources(mocks: mocks, flags: flags, needsFolder: mocks != nil).configuration()
                return try configuration.presigned(
                    object, url: url, method: method, seconds: expiresIn, isRotating: rotating, type: contentType, version: versionId,
                    maximumBytes: maxBytes)
            }
            try printResult(link + "\n")
        }
    }
}
