internal import Budget
internal import Handlebars
internal import HTTPMessage
internal import S3Dialect
internal import StubModel

/// What the chosen stub and the modifiers say about the response, and how it becomes known.
extension ServeEvent {
    /// The webhooks of the modifiers and the stub.
    var webhooks: [CompiledWebhook] { modifiers.flatMap(\.webhooks) + (stub?.webhooks ?? []) }

    /// Whether there are any.
    @inline(__always) var hasWebhooks: Bool { stub.map { !$0.webhooks.isEmpty } ?? false || modifiers.contains { !$0.webhooks.isEmpty } }

    /// The chosen stub's response definition; nil if no stub matched.
    var compiled: CompiledResponse? { stub?.responses[responseIndex] }

    /// Whether a stub or a cache owns the response, so that keeping it costs nothing.
    var isShared: Bool {
        guard let response else { return false }
        if let compiled { return response === compiled.staticResponse }
        return isFromFile
    }

    /// The definitions of timing and faults, in order of precedence: the modifiers', then the stub's. Of each property, the first
    /// definition that sets it counts.
    var behaviors: [ResponseBehavior.Source] {
        var sources = zip(modifiers, modifierIndices).map { ResponseBehavior.Source($0, $1) }
        if let stub { sources.append(ResponseBehavior.Source(stub, responseIndex)) }
        return sources
    }

    /// Whether a field of a modifier is a template.
    @inline(__always) var rendersModifiers: Bool {
        !modifiers.isEmpty && zip(modifiers, modifierIndices).contains { $0.responses[$1].headersVary }
    }

    /// The response with the modifiers' changes to its head. The first matching modifier wins, so it is applied last.
    /// If a template of theirs fails, it is a 500 that says why.
    mutating func modified(_ response: Response) -> Response {
        var result = response
        for (stub, index) in zip(modifiers, modifierIndices).reversed() {
            let compiled = stub.responses[index]
            guard var modifier = compiled.modifier else { continue }
            if compiled.headersVary {
                budget().resume()
                let context = renderContext()
                beginModifier(stub.mapping.label)
                context.pathParameters = stub.matcher.pathParameters(request)
                do throws(TemplateError) {
                    modifier.headers = try compiled.renderedHeaders(for: request, in: context)
                } catch {
                    fail(error.sentence(about: stub.mapping.label), exceeding: error.exceededSetting)
                    return .refusal(500, .internalError, error.message, to: request)
                }
            }
            if let error = compiled.s3Error { result = error.response(to: request, now: Int(arrivedAt.milliseconds)) }
            result = modifier.applied(to: result)
        }
        return result
    }

    /// Whether the response is that to a request without conditions and ranges, because it gets a status of a modifier's that is none of
    /// theirs.
    var wantsWholeContent: Bool {
        if modifiers.isEmpty { return false }
        let statuses = zip(modifiers, modifierIndices).compactMap { $0.responses[$1].definition.modifier?.status }
        guard let status = statuses.first, ![206, 304, 412, 416].contains(status) else { return false }
        return Conditions.arePresent(in: request)
    }

    /// The fields that the source of content gives this response alone, without those that it has otherwise or that modifiers remove.
    func ownFields(beside response: Response) -> HeaderFields {
        let removed = zip(modifiers, modifierIndices).flatMap { $0.responses[$1].definition.modifier?.removedHeaders ?? [] }
        return HeaderFields(
            (plan?.ownFields ?? []).filter { field in
                !response.headers.contains(field.name) && !removed.contains { ASCII.equalsIgnoringCase($0, field.name) }
            })
    }

    /// Makes a plan the response.
    mutating func adopt(_ plan: consuming WirePlan) {
        response = plan.response
        self.plan = plan
    }

    /// Makes the plan of a file or an object the response.
    mutating func adoptContent(_ plan: consuming WirePlan) {
        isFromFile = true
        adopt(plan)
    }

    /// Replaces the plan by a fault, during the upload or instead of the response.
    mutating func replacePlan(by fault: WireFault, status: Int) {
        adopt(WirePlan(Response(status: status), performance: Performance(fault: fault)))
        measure()
    }
}
