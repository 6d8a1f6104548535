/// Stubs that are written into the mappings folder.
extension Session {
    /// Notes that a stub was saved: it is persistent now, and stays as it is in all else.
    /// - Returns: false if there is another one with its id, or none.
    package func noteSaved(_ stub: CompiledStub) -> Bool {
        change { stubs in
            let routes = view.routes
            guard routes[stub.id] === stub else { return nil }
            return routes.changing(adding: [stubs.changes.replace(stub, with: stub.persistent)])
        }
    }
}
