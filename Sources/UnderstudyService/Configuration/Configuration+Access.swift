internal import AdminAPI
internal import Glibc

extension Configuration {
    /// Who may use the admin API. Beyond the loopback it requires a token: the one in the token file, or one that the server makes, of
    /// which the log tells when the listeners open.
    /// - Parameter makesToken: false for a server that will not start.
    /// - Throws: `StartFailure` with 78 when the token file cannot be read or is empty, 73 when a new token cannot be kept.
    func adminAccess(makesToken: Bool = true) throws(StartFailure) -> (access: AdminAccess, madeToken: MadeToken?) {
        var access = AdminAccess()
        access.allowedHosts = Set(allowedHosts.map { ListenAddress.literal($0).lowercased() })
        access.machineName = Self.machineName
        access.allowedOrigins = Set(adminOrigins)
        access.allowsShutdown = adminShutdown
        if let text = adminBasicAuthentication {
            guard let colon = text.firstIndex(of: ":") else {
                throw StartFailure(["--admin-api-basic-auth: the value must be user:password"], exit: .badConfiguration)
            }
            access.basicCredentials = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        }
        if let adminTokenFile {
            access.bearerToken = try Self.token(inFile: adminTokenFile)
        } else if makesToken, !isLoopbackOnly, access.basicCredentials == nil {
            let token = try MadeToken()
            access.bearerToken = token.text
            return (access, token)
        }
        return (access, nil)
    }

    static func token(inFile path: String) throws(StartFailure) -> String {
        let line = try SecretFile(path, "the token file", "--admin-token-file").lines.first?.text ?? ""
        if line.isEmpty {
            throw StartFailure(["the token file \"\(path)\" is empty: its first line is the token"], exit: .badConfiguration)
        }
        guard line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw StartFailure(
                ["the token file \"\(path)\": the token in its first line must be of ASCII without blanks, as a header field has it"],
                exit: .badConfiguration)
        }
        return line
    }

    /// All key pairs of S3: those of the settings, and those of the file, which has one in each line. Empty lines and lines that begin with
    /// `#` count as nothing.
    /// - Throws: `StartFailure` with 78 when the file cannot be read, has another line, or has no pair, and when an access key has two
    ///   secret keys.
    func keyPairs() throws(StartFailure) -> [(accessKey: String, secretKey: String)] {
        var pairs = s3Keys.compactMap(KeyPairs.split)
        guard let s3KeysFile else { return pairs }
        let file = try SecretFile(s3KeysFile, "the file of S3 keys", "--s3-keys-file")
        for (number, line) in file.lines where !line.isEmpty && !line.hasPrefix("#") {
            guard let pair = KeyPairs.split(line) else {
                throw StartFailure(["\(s3KeysFile):\(number): the line must be ACCESSKEY:SECRETKEY"], exit: .badConfiguration)
            }
            if let other = pairs.first(where: { $0.accessKey == pair.accessKey }), other.secretKey != pair.secretKey {
                throw StartFailure(
                    ["\(s3KeysFile):\(number): the access key \"\(pair.accessKey)\" has another secret key before. Remove one of them."],
                    exit: .badConfiguration)
            }
            pairs.append(pair)
        }
        guard pairs.count > s3Keys.count else {
            throw StartFailure(
                ["the file of S3 keys \"\(s3KeysFile)\" has no key: write ACCESSKEY:SECRETKEY into a line"], exit: .badConfiguration)
        }
        return pairs
    }

    static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    }
}
