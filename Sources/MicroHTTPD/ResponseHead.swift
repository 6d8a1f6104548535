internal import CMicroHTTPD
internal import HTTPMessage

/// Status line and fields of a response, divided into what the library must know and what is sent unchanged by the head block.
struct ResponseHead {
    let status: UInt32
    /// Nil without the hook for heads: then all fields go through the library, and those that it refuses are left out.
    let block: HeadBlock?
    /// What goes through the library.
    private let known: [HeaderFields.Field]
    /// Whether the connection ends with the response.
    let saysClose: Bool
    let saysKeepAlive: Bool

    init(_ response: Response) {
        status = UInt32(response.status)
        let headers = response.headers
        saysClose = headers.list("Connection", contains: "close")
        saysKeepAlive = !saysClose && headers.list("Connection", contains: "keep-alive")
        // The wire writes these itself. For a wrong length there is a fault; for responses without a body see Exchange.lengthWithoutBody.
        let rest = headers.compactMap { field in
            let isFraming =
                ASCII.equalsIgnoringCase(field.name, "Content-Length") || ASCII.equalsIgnoringCase(field.name, "Transfer-Encoding")
            return isFraming ? nil : field.withoutPersistence
        }
        guard LibraryHooks.heads else {
            known = rest
            block = nil
            return
        }
        known = []
        let phrase = response.reason ?? ReasonPhrase.of(status)
        block = HeadBlock(phrase, rest, isDated: rest.contains { ASCII.equalsIgnoringCase($0.name, "Date") })
    }

    /// Whether it is longer than any head that is sent. The fields that the exchange adds are not counted.
    var isTooLong: Bool {
        let bytes = block?.bytes.count ?? known.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        return bytes > LibraryHooks.longestResponseFields
    }

    /// Adds the fields to the library's response.
    func apply(to handle: OpaquePointer, closes: Bool, chunked: Bool) {
        // Connection comes first: libmicrohttpd 0.9.75 forgets a Date that was added before, and writes another one.
        var fields = known.filter(\.isConnection)
        if closes || saysClose { fields.append(HeaderFields.Field("Connection", "close")) }
        fields += known.filter { !$0.isConnection }
        if saysKeepAlive, !closes { unsafe wire_say_keep_alive(handle) }
        for field in fields { unsafe MHD_add_response_header(handle, field.name, field.value) }
        if chunked { unsafe MHD_add_response_header(handle, "Transfer-Encoding", "chunked") }
    }
}

extension HeaderFields.Field {
    var isConnection: Bool { ASCII.equalsIgnoringCase(name, "Connection") }

    /// The field without the options of `Connection` that the wire writes itself, `close` and `keep-alive`; nil when it has no others.
    var withoutPersistence: HeaderFields.Field? {
        guard isConnection, lists("close") || lists("keep-alive") else { return self }
        let others = elements.filter { !["close", "keep-alive"].contains($0.lowercased()) }
        return others.isEmpty ? nil : HeaderFields.Field(name, others.joined(separator: ", "))
    }
}
