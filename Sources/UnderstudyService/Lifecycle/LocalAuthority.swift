internal import FileStore
internal import MockEngine
internal import TLS

/// The certificate authority that the server makes for this user or service, and keeps: `ca.pem` and `ca-key.pem` in the state folder.
package struct LocalAuthority: Sendable {
    private static let certificate = RelativePath("ca.pem")!
    private static let key = RelativePath("ca-key.pem")!
    /// A certificate that is valid for less is replaced, in seconds.
    private static let leastValidity = 30 * 86_400

    private let authority: CertificateAuthority
    /// The file of its certificate, which clients trust.
    package let path: String

    /// The certificate in PEM.
    package var pem: [UInt8] { authority.identity.chain }

    /// The authority in the state folder; a new one when there is none, or when it is about to end.
    /// - Throws: `StartFailure`: 73 when it cannot be kept, 78 when what is there cannot be used.
    package init(_ environment: Environment = .process) throws(StartFailure) {
        let folder = try StateFolder.open(environment)
        path = folder.display(Self.certificate)
        let now = SystemClock.seconds
        do {
            if let known = try Self.read(folder), try known.identity.validity().until - now > Self.leastValidity {
                authority = known
                return
            }
            authority = try CertificateAuthority(machine: Configuration.machineName ?? "this machine", now: now)
        } catch let error as TLSError {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
        do throws(FileError) {
            try folder.write(authority.identity.key, to: Self.key, isPrivate: true)
            try folder.write(authority.identity.chain, to: Self.certificate)
        } catch {
            throw StartFailure(["keeping the certificate authority: \(error)"], exit: .cannotCreate)
        }
    }

    private static func read(_ folder: FileRoot) throws -> CertificateAuthority? {
        guard folder.stamp(of: certificate) != nil, folder.stamp(of: key) != nil else { return nil }
        return CertificateAuthority(
            TLSIdentity(
                chain: try folder.read(certificate), key: try folder.read(key), chainName: folder.display(certificate),
                keyName: folder.display(key)))
    }

    /// A certificate for a server under these hosts.
    /// - Parameter now: seconds since 1970.
    func issue(for hosts: [String], now: Int) throws(TLSError) -> TLSIdentity { try authority.issue(for: hosts, now: now) }
}
