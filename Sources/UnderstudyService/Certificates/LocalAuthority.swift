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
    /// From when its certificate is valid, in seconds since 1970.
    private let from: Int
    /// The file of its certificate, which clients trust.
    package let path: String
    private let keyPath: String

    /// Whether it was made just now.
    package let isNew: Bool
    /// Why it takes the place of an earlier one, for the log; nil if there was none, or if it is still in use.
    package let notice: String?

    /// The certificate in PEM.
    package var pem: [UInt8] { authority.identity.chain }

    /// The authority in the state folder; a new one when there is none, or when what is there cannot be used any longer.
    /// - Parameter now: seconds since 1970.
    /// - Throws: `StartFailure`: 73 when it cannot be read or kept, 78 when it cannot be made, or is not valid yet by this machine's clock.
    package init(_ environment: Environment = .process, now: Int = SystemClock.seconds) throws(StartFailure) {
        let folder = try StateFolder.open(environment)
        path = folder.display(Self.certificate)
        keyPath = folder.display(Self.key)
        do {
            // Two servers that start at the same time must not each make one.
            let lock = try folder.lock(.root, waits: true)
            defer { withExtendedLifetime(lock) {} }
            let (known, flaw) = try Self.read(folder, now)
            if let known, flaw == nil {
                (authority, isNew, notice) = (known, false, nil)
                from = try known.identity.validity().from
                return
            }
            authority = try CertificateAuthority(machine: Configuration.machineName ?? "this machine", now: now)
            from = try authority.identity.validity().from
            isNew = true
            notice = flaw.map { "\($0) There is a new certificate authority now. Clients must trust it: see \"understudy ca\"." }
            try folder.write(authority.identity.key, to: Self.key, isPrivate: true)
            try folder.write(authority.identity.chain, to: Self.certificate)
        } catch let error as StartFailure {
            throw error
        } catch let error as TLSError {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        } catch {
            throw StartFailure(["the certificate authority: \(error)"], exit: .cannotCreate)
        }
    }

    /// - Returns: what is in the folder, and why it cannot be used any longer, as a sentence; nil and nil for nothing.
    /// - Throws: `FileError`; `StartFailure` for an authority that is not valid yet: the clock is behind, and clients trust it, or the
    ///   clock was ahead when it was made.
    private static func read(_ folder: FileRoot, _ now: Int) throws -> (CertificateAuthority?, flaw: String?) {
        let files = [certificate, key].filter { folder.stamp(of: $0) != nil }
        guard let found = files.first else { return (nil, nil) }
        guard files.count == 2 else {
            return (nil, "\(folder.display(found == key ? certificate : key)) was missing.")
        }
        let identity = TLSIdentity(
            chain: try folder.read(certificate), key: try folder.read(key), chainName: folder.display(certificate),
            keyName: folder.display(key))
        do throws(TLSError) {
            _ = try TLSCredentials(identity, now: now)
            let isEnding = try identity.validity().until - now <= leastValidity
            return (CertificateAuthority(identity), isEnding ? "\(identity.chainName) was about to expire." : nil)
        } catch {
            if let from = try? identity.validity().from, now < from {
                throw StartFailure(
                    ["\(error) \(repair(of: folder.display(certificate), folder.display(key)))"], exit: .badConfiguration)
            }
            return (nil, "\(error)")
        }
    }

    /// What to do about an authority that is not valid yet although the clock is right.
    private static func repair(of certificate: String, _ key: String) -> String {
        "If it is, it was ahead when the authority was made: delete \(certificate) and \(key), and start again."
    }

    /// Why clients refuse what it issues; nil if they accept it.
    /// - Parameter now: seconds since 1970.
    func flaw(now: Int) -> (message: String, repair: String)? {
        guard now < from else { return nil }
        return (
            "the certificate authority is not valid yet, and clients refuse what it issues",
            "Is the machine's clock right? \(Self.repair(of: path, keyPath))"
        )
    }

    /// A certificate for a server under these hosts.
    /// - Parameter now: seconds since 1970.
    func issue(for hosts: [String], now: Int) throws(TLSError) -> TLSIdentity { try authority.issue(for: hosts, now: now) }
}
