internal import FileStore
package import HTTPMessage
internal import S3Dialect

/// Something that a request needs and that was never there.
package struct S3Absence: Sendable {
    /// What does not exist.
    package var sentence: String
    /// Whether the request only asks whether it exists: HEAD, as clients send it before they write.
    package var isProbe: Bool
    /// What the request was probably meant to ask for, as a sentence; nil if unknown.
    package var advice: String?
    /// The request for it: of a copy whose source does not exist, one for the source.
    package var request: Request
    /// Whether a file in its place would be the response. False for a write to a bucket that does not exist.
    package var isMendedByFile = true
    /// Whether it is the source of a copy.
    package var isSource = false
}

extension S3Service {
    /// Which bucket or object of a request with a 404 does not exist.
    /// - Returns: nil when both exist, so that something of theirs is missing (a tag set, an upload), and when the session has removed what
    ///   is missing.
    package func absence(for request: Request, in session: S3Session) -> S3Absence? {
        let address = address(of: request)
        guard let name = address.bucket else { return nil }
        let isProbe = request.methodBytes.elementsEqual("HEAD".utf8)
        guard let bucket = BucketView(objects, session).existingBucket(name) else {
            guard !session.layer.snapshot.hasRemoved(name) else { return nil }
            let sentence = "S3 has no bucket \"\(name)\"."
            let isRead = request.isRead
            let usual: String? =
                if address.key == nil, isRead, request.hasPlainQuery {
                    sentence + " The first segment of the path is the bucket: an object is at /BUCKET/KEY."
                } else if address.key == nil || !isRead {
                    sentence + " Make the folder s3/\(name), or create the bucket."
                } else {
                    nil
                }
            return S3Absence(
                sentence: sentence, isProbe: isProbe, advice: adviceAboutHost(request, session) ?? usual, request: request,
                isMendedByFile: isRead)
        }
        if let source = sourceRequest(of: request, address) {
            var absence = absence(for: source, in: session)
            absence?.isSource = true
            return absence
        }
        // What is missing then is the upload.
        if request.queryItems.contains(where: { $0.name == "uploadId" }) { return nil }
        guard let bytes = address.key else { return nil }
        let key = ObjectKey(bytes)
        guard (try? bucket.current(key)) == nil, !bucket.layer.hasRemoved(key) else { return nil }
        return S3Absence(
            sentence: "The bucket \"\(name)\" has no object \"\(address.keyText)\".", isProbe: isProbe,
            advice: adviceAboutRepeatedBucket(address, request), request: request)
    }

    /// A request for the object that a copy reads; nil for other operations.
    private func sourceRequest(of request: Request, _ address: S3Address) -> Request? {
        guard let operation = S3OperationName(request, address), [.copyObject, .uploadPartCopy].contains(operation),
            let source = try? CopySource(S3Call(request, address, operation, .next(), access, nil))
        else { return nil }
        return Request(method: "GET", target: "/\(source.bucket)/\(PercentCoding.encode(source.key.bytes, keeping: "/"))")
    }

    /// The bucket that a GET or HEAD with a 400 asks for, if no bucket can have the name.
    package func absenceOfImpossibleBucket(for request: Request) -> S3Absence? {
        let isProbe = request.methodBytes.elementsEqual("HEAD".utf8)
        guard isProbe || request.methodBytes.elementsEqual("GET".utf8),
            let name = address(of: request).bucket, !BucketName.isPossible(name)
        else { return nil }
        // The folder of the buckets, or a slash that is encoded.
        let decoded = PercentCoding.decodePath(request.pathBytes).split(separator: "/").map(String.init)
        let meant = "/" + (decoded.first == "s3" ? decoded.dropFirst() : decoded[...]).joined(separator: "/")
        let other = Request(method: request.method, target: meant)
        let isMeant = meant != request.path && objectPath(for: other) != nil
        return S3Absence(
            sentence: "No bucket can have the name \"\(name)\".", isProbe: isProbe,
            advice: "No bucket can have the name \"\(name)\". "
                + (isMeant ? "Did you mean \"\(meant)\"?" : "An object is at /BUCKET/KEY."), request: request)
    }

    /// Why an object cannot be read that a HEAD has asked for, as a sentence; nil when it can be now. Reads the object again.
    package func failure(of request: Request, in session: S3Session) -> String? {
        let address = address(of: request)
        guard let name = address.bucket, let key = address.key else { return nil }
        do throws(S3Error) {
            let version = try VersionID.parse(request.queryItems.first { $0.name == "versionId" }?.value)
            _ = try BucketView(objects, session).bucket(name).object(ObjectKey(key), version: version)
            return nil
        } catch {
            return error.message
        }
    }

    /// For a request whose Host begins with a bucket, below a domain that is not known.
    private func adviceAboutHost(_ request: Request, _ session: S3Session) -> String? {
        guard let host = request.receivedAuthority.map({ Authority($0).host.lowercased() }),
            S3Address.bucket(inHost: host, baseDomains: settings.baseDomains) == nil, let dot = host.firstIndex(of: "."),
            host.index(after: dot) < host.endIndex, BucketView(objects, session).existingBucket(String(host[..<dot])) != nil
        else { return nil }
        return "The host names the bucket \"\(host[..<dot])\" only with --s3-base-domain \(host[host.index(after: dot)...])."
    }

    /// What was probably meant by a path that begins with two slashes, which names no bucket, as a sentence; nil for other paths. Reads the
    /// status of files, not their content.
    package func adviceAboutDoubledSlash(_ request: Request) -> String? {
        let path = request.path
        guard path.hasPrefix("//"), address(of: request).bucket == nil else { return nil }
        let single = "/" + path.split(separator: "/").joined(separator: "/")
        guard single != "/" else { return nil }
        let file = objectPath(for: Request(method: request.method, target: single))
        return "Only doubled slashes differ: " + (file.map { "\($0) answers \"\(single)\"." } ?? "ask for \"\(single)\".")
    }

    /// The bucket of a request for an object, if the folder has it. Accesses the disk.
    package func bucketName(for request: Request) -> String? {
        let address = address(of: request)
        guard let name = address.bucket, address.key != nil, hasFolder(ofBucket: name) else { return nil }
        return name
    }

    /// Why a request that nobody has signed is denied, as a sentence; nil for others, and where requests need no signature.
    package func adviceAboutKey(_ request: Request) -> String? {
        guard settings.auth == .strict, request.firstHeaderIndex("Authorization") == nil,
            !request.queryItems.contains(where: { $0.name == "X-Amz-Signature" || $0.name == "Signature" }),
            // A form is signed by its fields.
            !(request.firstHeader("Content-Type") ?? "").lowercased().hasPrefix("multipart/form-data")
        else { return nil }
        return "It has no signature, and --s3-anonymous is \(settings.anonymous.rawValue): sign it with a key of --s3-key, or use a link."
    }

    /// For a request that names its bucket twice.
    private func adviceAboutRepeatedBucket(_ address: S3Address, _ request: Request) -> String? {
        guard let name = address.bucket, address.keyText.hasPrefix(name + "/") else { return nil }
        let rest = address.keyText.dropFirst(name.count + 1)
        guard !rest.isEmpty else { return nil }
        return S3Address(path: request.pathBytes) == address
            ? "The bucket \"\(name)\" is in the path twice: ask for \"/\(name)/\(rest)\"."
            : "The bucket \"\(name)\" is in the host already: ask for \"/\(rest)\"."
    }

    /// The file in the mocks folder that would be the object of a request for one that does not exist, if it were made. Reads the status of
    /// files, not their content.
    /// - Returns: nil for the service and a bucket itself, and when no folder can be the bucket.
    package func pathToMake(for request: Request) -> String? {
        let address = address(of: request)
        guard let bucket = address.bucket, let key = address.key else { return nil }
        return objects.pathToMake(for: ObjectKey(key), in: bucket)?.text
    }

    /// What is in the place of the object's file and is none, as a sentence; nil when nothing is. Reads the status of files, not their
    /// content.
    package func obstacle(to request: Request) -> String? {
        let address = address(of: request)
        guard let bucket = address.bucket, let key = address.key, let path = objects.pathToMake(for: ObjectKey(key), in: bucket) else {
            return nil
        }
        return objects.store.root.obstacle(at: path)
    }

    /// An object for a request that differs from this one only in upper and lower case, Unicode form, percent-encoding or slashes, or else
    /// an object beside it of nearly the same name: of the folder, or written by the session. Lists folders, up to a limit.
    /// - Returns: its file, or what it is, and the path of the request that it answers; nil when there is none.
    package func twin(of request: Request, in session: S3Session) -> (file: String, path: String)? {
        let address = address(of: request)
        guard let name = address.bucket, let wanted = address.key, wanted.count <= ObjectKey.longest,
            let bucket = BucketView(objects, session).existingBucket(name)
        else { return nil }
        let isPathStyle = S3Address(path: request.pathBytes) == address
        let key =
            objects.twin(of: ObjectKey(wanted), in: name) ?? bucket.layer.twin(of: ObjectKey(wanted))
            ?? objects.neighbour(of: ObjectKey(wanted), in: name) ?? bucket.layer.neighbour(of: ObjectKey(wanted))
        guard let key, key.bytes != wanted, (try? bucket.current(key)) != nil else { return nil }
        let file = objects.existingPath(of: key, in: name)?.text ?? "the object \"\(key.text)\" that was written"
        return (file, (isPathStyle ? "/\(name)/" : "/") + key.text)
    }
}

extension ObjectKey {
    /// The names in it, and what is the same of all its twins.
    fileprivate var names: [String] { text.split(separator: "/").map(String.init) }
    fileprivate var folded: String {
        PercentCoding.decodePath(names.joined(separator: "/").utf8).lowercased()
    }
}

extension FolderLayer {
    /// A key of the folder that is nearly the same.
    fileprivate func twin(of key: ObjectKey, in bucket: String) -> ObjectKey? {
        guard let home = path(ofBucket: bucket) else { return nil }
        let file = store.root.twin(of: key.names, below: home) { FolderIndex.isObject($0) }
        return file?.relative(to: home).flatMap(FolderIndex.key(of:))
    }

    /// A key of the folder beside this one, with nearly the same name.
    fileprivate func neighbour(of key: ObjectKey, in bucket: String) -> ObjectKey? {
        guard let home = path(ofBucket: bucket) else { return nil }
        let file = store.root.neighbour(of: key.names, below: home) { FolderIndex.isObject($0) }
        return file?.relative(to: home).flatMap(FolderIndex.key(of:))
    }
}

extension BucketLayer {
    /// The first keys that the session has written. They are compared with a key that is missing, on a worker of the wire.
    private var compared: [ObjectKey] { objects.firstKeys(2_048, bytes: 64 << 10) }

    /// A key that the session has written and that is nearly the same, among the first ones.
    fileprivate func twin(of key: ObjectKey) -> ObjectKey? {
        let folded = key.folded
        return compared.first { $0 != key && $0.folded == folded }
    }

    /// A key that the session has written beside this one, with nearly the same name, among the first ones.
    fileprivate func neighbour(of key: ObjectKey) -> ObjectKey? {
        let (names, folder) = (key.names, key.names.dropLast())
        guard let last = names.last else { return nil }
        let beside = compared.filter { $0.names.dropLast() == folder }
        let name = SimilarName.nearest(to: last, among: beside.compactMap(\.names.last))
        return name.flatMap { name in beside.first { $0.names.last == name } }
    }
}
