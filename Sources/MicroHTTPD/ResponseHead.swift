internal import CMicroHTTPD
internal import HTTPMessage

/// Status line and fields of a response, divided into what the library must know and what is sent unchanged by the head block.
struct ResponseHead {
    let status: UInt32
    /// Nil without the hook for heads: then all fields go through the library, and those that it refuses are left out.
    let block: HeadBlock?
    /// Without `Connection: close` here, the library would keep the connection.
    private var known: [HeaderFields.Field] = []
    private(set) var saysKeepAlive = false
    var saysClose: Bool { known.contains { $0.isConnection("close") } }

    init(_ response: Response) {
        status = UInt32(response.status)
        // The wire writes these itself. For a wrong length there is a fault; for responses without a body see Exchange.lengthWithoutBody.
        var rest = response.headers.filter {
            !ASCII.equalsIgnoringCase($0.name, "Content-Length") && !ASCII.equalsIgnoringCase($0.name, "Transfer-Encoding")
        }
        if let index = rest.firstIndex(where: { $0.isConnection("keep-alive") }) {
            saysKeepAlive = true
            rest.remove(at: index)
        }
        guard LibraryHooks.heads else {
            known = Array(rest)
            block = nil
            return
        }
        known = rest.filter { $0.isConnection("close") }
        let phrase = response.reason ?? ReasonPhrase.of(status)
        block = HeadBlock(
            phrase, rest.lazy.filter { !$0.isConnection("close") }, isDated: rest.contains { ASCII.equalsIgnoringCase($0.name, "Date") })
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
        if closes { fields.append(HeaderFields.Field("Connection", "close")) }
        fields += known.filter { !$0.isConnection }
        if saysKeepAlive, !closes { unsafe wire_say_keep_alive(handle) }
        for field in fields { unsafe MHD_add_response_header(handle, field.name, field.value) }
        if chunked { unsafe MHD_add_response_header(handle, "Transfer-Encoding", "chunked") }
    }
}

extension HeaderFields.Field {
    var isConnection: Bool { ASCII.equalsIgnoringCase(name, "Connection") }

    func isConnection(_ value: String) -> Bool { isConnection && ASCII.equalsIgnoringCase(self.value, value) }
}
