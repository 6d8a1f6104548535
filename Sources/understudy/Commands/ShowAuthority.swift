internal import ArgumentParser
internal import UnderstudyService

struct ShowAuthority: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Show the certificate authority of HTTPS, and how to trust it.",
        discussion: """
            EXAMPLES:
              understudy ca
              understudy ca --print > understudy-ca.pem

            The server makes the authority when it first needs it, for this user alone, and
            issues a certificate with it at each start with --https-port. A running server
            has it at /__admin/certs/understudy-ca.pem.
            """)

    @Flag(name: .customLong("print"), help: "Print the certificate instead.")
    var prints = false

    func run() throws {
        let authority = try reporting { () throws(StartFailure) in try LocalAuthority() }
        if let notice = authority.notice { printError(notice) }
        if authority.isNew {
            StandardError.write(
                """
                This authority is new, and for this user's servers. A service of systemd has its own: it is at
                http://localhost:8080/__admin/certs/understudy-ca.pem.

                """)
        }
        if prints {
            try printResult(String(decoding: authority.pem, as: UTF8.self))
            return
        }
        let path = authority.path
        try printResult(
            """
            The certificate authority is in \(path). To trust it:

            curl             curl --cacert \(path) https://localhost:8443/
            iOS simulator    xcrun simctl keychain booted add-root-cert \(path)
            macOS            security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(path)
            Debian           sudo cp \(path) /usr/local/share/ca-certificates/understudy.crt && sudo update-ca-certificates

            """)
    }
}
