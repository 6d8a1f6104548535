internal import AdminAPI
internal import Glibc

extension Configuration {
    /// Who may use the admin API. Beyond the loopback it requires a token: the one in the token file, or a new one, which the log shows
    /// when the listeners open.
    /// - Throws: `StartFailure` with 78 when the token file cannot be read or is empty.
    func adminAccess() throws(StartFailure) -> (access: AdminAccess, madeToken: String?) {
        var access = AdminAccess()
        access.allowedHosts = Set(allowedHosts.map { $0.lowercased() })
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
        } else if !isLoopbackOnly, access.basicCredentials == nil {
            let token = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
            access.bearerToken = token
            return (access, token)
        }
        return (access, nil)
    }

    private static func token(inFile path: String) throws(StartFailure) -> String {
        var text = ""
        if let file = unsafe fopen(path, "re") {
            var line = [CChar](repeating: 0, count: 4096)
            if unsafe fgets(&line, Int32(line.count), file) != nil {
                text = String(decoding: line.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            unsafe fclose(file)
        } else {
            throw StartFailure(["\(SystemError("reading the token file \"\(path)\"", errno))"], exit: .badConfiguration)
        }
        if text.isEmpty {
            throw StartFailure(["the token file \"\(path)\" is empty: its first line is the token"], exit: .badConfiguration)
        }
        return text
    }

    static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    }
}
