internal import ArgumentParser

/// Where and how the server speaks TLS.
struct TLSOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Port on which the HTTP listener speaks TLS as well; 0 takes a free one.", valueName: "port"))
    var httpsPort: String?
    @Option(help: ArgumentHelp("Port on which the S3 listener speaks TLS as well; 0 takes a free one.", valueName: "port"))
    var s3HttpsPort: String?
    @Option(
        help: ArgumentHelp(
            "The server's certificate and those of its issuers, in PEM. (default: one of an authority that the server makes)",
            valueName: "file"), completion: .file())
    var httpsCertificate: String?
    @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var httpsKey: String?
    @Option(
        help: ArgumentHelp("Certificates in PEM; clients must have one that these have issued.", valueName: "file"), completion: .file())
    var httpsClientCa: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("https-port", httpsPort),
            GivenFlag("s3-https-port", s3HttpsPort),
            GivenFlag("https-certificate", httpsCertificate),
            GivenFlag("https-key", httpsKey),
            GivenFlag("https-client-ca", httpsClientCa),
        ]
    }
}
