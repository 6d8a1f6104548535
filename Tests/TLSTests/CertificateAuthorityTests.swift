import Foundation
import TLS
import TestSupport
import Testing

@Suite struct CertificateAuthorityTests {
    private let now = Int(Date().timeIntervalSince1970)

    private func openssl(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Clients have certificates of an authority. When all of a file have expired, no client would be accepted.
    @Test func authoritiesOfClientsAreRefusedWhenAllHaveExpired() throws {
        let authority = try CertificateAuthority(machine: "m", now: now)
        let issued = try authority.issue(for: ["localhost"], now: now)
        let clients = try CertificateAuthority(machine: "clients", now: now - 20 * 365 * 86_400).identity.chain
        let error = #expect(throws: TLSError.self) {
            try TLSCredentials(issued, clientAuthorities: clients, clientAuthoritiesName: "clients.pem", now: now)
        }
        #expect(error.map { "\($0)".hasPrefix("clients.pem: every certificate in it has expired") } == true)
        let newer = authority.identity.chain
        let both = try TLSCredentials(issued, clientAuthorities: clients + newer, clientAuthoritiesName: "clients.pem", now: now)
        #expect(both.clientAuthoritiesUntil == (try authority.identity.validity().until))
        #expect(try TLSCredentials(issued, now: now).clientAuthoritiesUntil == nil)
    }

    @Test func whatItIssuesIsTrustedByThoseWhoTrustIt() throws {
        let folder = try TemporaryFolder()
        let authority = try CertificateAuthority(machine: "tester's \"machine\"", now: now)
        let issued = try authority.issue(for: ["localhost", "*.localhost", "127.0.0.1", "::1"], now: now)
        try folder.write("ca.pem", authority.identity.chain)
        try folder.write("leaf.pem", issued.chain)
        #expect(
            try openssl("verify", "-x509_strict", "-CAfile", folder.path + "/ca.pem", folder.path + "/leaf.pem").hasSuffix("leaf.pem: OK\n")
        )
        let text = try openssl("x509", "-in", folder.path + "/leaf.pem", "-noout", "-text")
        #expect(text.contains("DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
        #expect(text.contains("prime256v1") && text.contains("TLS Web Server Authentication"))
        for host in ["localhost", "127.0.0.1", "::1"] { #expect(issued.covers(host), "\(host)") }
        for host in ["example.com", "127.0.0.2"] { #expect(!issued.covers(host), "\(host)") }
        let (from, until) = try issued.validity()
        #expect(from < now && until - now <= 398 * 86_400)
        _ = try TLSCredentials(issued, now: now)
    }

    @Test func whatCannotBeUsedIsToldWithItsFile() throws {
        let one = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let other = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        func failure(_ identity: TLSIdentity, clients: [UInt8]? = nil, at now: Int? = nil) -> String {
            do throws(TLSError) {
                _ = try TLSCredentials(identity, clientAuthorities: clients, clientAuthoritiesName: "clients.pem", now: now ?? self.now)
                return "none"
            } catch { return error.description }
        }
        func identity(_ chain: [UInt8], _ key: [UInt8]) -> TLSIdentity {
            TLSIdentity(chain: chain, key: key, chainName: "cert.pem", keyName: "key.pem")
        }
        #expect(failure(identity(one.chain, one.key)) == "none")
        #expect(failure(identity(one.chain, one.key), clients: one.chain) == "none")
        #expect(
            failure(identity(one.chain, other.key))
                == "key.pem: the key is not the one of the certificate in cert.pem. Give two that belong together.")
        #expect(
            failure(identity(other.chain + one.chain, one.key))
                == "cert.pem: the first certificate is not the server's, to which the key in key.pem belongs. "
                + "Put the server's own first, before those of its issuers.")
        #expect(failure(identity(one.chain + one.chain, other.key)).hasSuffix("Give two that belong together."))
        #expect(failure(identity(one.chain, Array("no key".utf8))).hasPrefix("key.pem: this cannot be used with cert.pem ("))
        #expect(failure(identity([], one.key)).hasPrefix("cert.pem: there is no certificate in it ("))
        #expect(failure(identity(one.key, one.chain)).hasSuffix("). It is a key: are the two exchanged?"))
        #expect(failure(identity(one.chain, one.key), clients: Array("x".utf8)).hasPrefix("clients.pem: there is no certificate in it ("))
        #expect(failure(identity(one.chain, one.key), at: now + 400 * 86_400).hasPrefix("cert.pem: the certificate has expired."))
        #expect(failure(identity(one.chain, one.key), at: now - 86_400).hasPrefix("cert.pem: the certificate is not valid yet."))
    }
}
