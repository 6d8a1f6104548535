internal import Budget
internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import StubModel

extension ContentAbsence {
    /// The reasons as the journal's sub-event; nil if none is known.
    fileprivate var subEvent: SubEvent? {
        let isInHint = hint.flatMap { hint in sentence.map(hint.hasPrefix) } == true
        let hints = [isInHint ? nil : sentence, hint].compactMap { $0 }
        guard !hints.isEmpty else { return nil }
        var event = SubEvent(
            .requestNotMatched,
            data: [
                "status": 404, "report": .string(hints.joined(separator: " ")), "hints": .array(hints.map { .string($0) }),
            ])
        event.isForAnotherListener = isForAnotherListener
        return event
    }
}

/// Requests that no stub matches: files, S3 objects, and the explanation of a miss.
extension Session {
    /// Looks for a file or an object when no stub matches.
    func lookUp(_ serve: inout ServeEvent) -> ResponseSource? {
        if serve.upload == nil, environment.rendering.templating != .all, !serve.wantsWholeContent,
            let plan = environment.contents?.knownPlan(for: serve.request, in: self)
        {
            serve.adoptContent(plan)
            noteModifiers(serve)
            serve.measure()
            return nil
        }
        return lookUpAnew(&serve)
    }

    private func lookUpAnew(_ serve: inout ServeEvent) -> ResponseSource? {
        let content =
            if let upload = serve.upload {
                environment.contents?.content(for: serve.receivedRequest, upload, in: self)
            } else if serve.wantsWholeContent {
                environment.contents?.wholeContent(for: serve.receivedRequest, in: self)
            } else {
                environment.contents?.content(for: serve.receivedRequest, in: self)
            }
        guard case .later(let start)? = content else {
            take(content ?? .none, &serve)
            return serve.isPaused && serve.response == nil ? .rendering : nil
        }
        return ResponseSource { session, serve, complete in
            start { content in
                var serve = serve
                serve.resume()
                session.take(content, &serve)
                complete(serve)
            }
            return nil
        }
    }

    /// Takes the source's content as the response, or explains the miss.
    private func take(_ content: Content, _ serve: inout ServeEvent) {
        switch content {
        case .found(let plan):
            if serve.request.arrival.listener == .s3, let absence = absenceOfOperation(plan, &serve) {
                take(.missing(plan, absence), &serve)
                return
            }
            serve.adoptContent(plan)
            if environment.rendering.templating == .all { renderFile(&serve, plan.response) }
        case .changed(let plan, let event):
            serve.adoptContent(plan)
            serve.contentEvent = event
        case .missing(var plan, var absence):
            let twin = absence.twin.map { MissHints.contentTwin($0, file: $0.file, serve.request) }
            let other = otherListener(for: &serve)
            absence.isForAnotherListener = other != nil
            let hint = (other ?? twin).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            absence.hint = hint ?? absence.hint
            if let hint = absence.hint { plan.ownFields.append(name: MissReport.hintField, value: MissReport.fieldText(hint)) }
            serve.adopt(plan)
            serve.isAbsent = true
            activity.noteMiss()
            environment.observer?.missed(serve.request, absence, in: identity)
            if let event = absence.subEvent { serve.notes.append(event) }
        case .failed(let plan, let reason):
            serve.adoptContent(plan)
            serve.fail(reason)
        case .refused(var plan, let reason):
            plan.ownFields.append(name: MissReport.hintField, value: MissReport.fieldText(reason))
            serve.adoptContent(plan)
            serve.notes.append(.message(.warning, reason))
            environment.observer?.refused(serve.request, plan.response.status, reason)
        case .none, .later: explain(&serve)
        }
        // Not for a failure, which they leave as it is, and not before a pause, after which the content is taken again.
        if serve.isFromFile || serve.isAbsent, serve.failure == nil, serve.response != nil { noteModifiers(serve) }
        serve.measure()
    }

    private static let filesFolder = "__files/"
    /// Fields about the bytes of the file, which are not those of the response.
    private static let fieldsOfTheFile = ["ETag", "Last-Modified", "Accept-Ranges", "Content-Range"]

    /// With `--global-response-templating` a file at its own path is a template, too. What is rendered has no entity tag and no ranges.
    private func renderFile(_ serve: inout ServeEvent, _ response: Response) {
        guard serve.request.arrival.listener != .s3, response.status == 200 || response.status == 206,
            let path = environment.contents?.filePath(for: serve.request), path.hasPrefix(Self.filesFolder)
        else { return }
        let rendered: Response
        do throws(TemplateError) {
            let name = String(path.dropFirst(Self.filesFolder.count))
            guard let template = try environment.rendering.includedFiles?.template(name) else { return }
            let context = serve.renderContext()
            let bytes = try template.render(TemplateModel(serve.request, context, [:]).root, in: context)
            var headers = response.headers
            for field in Self.fieldsOfTheFile { headers.remove(field) }
            rendered = Response(status: 200, headers: headers, body: .bytes(bytes), file: response.file)
        } catch {
            if serve.isPaused {
                serve.response = nil
                return
            }
            // Scripts and styles have double braces of their own.
            let type = response.headers.first("Content-Type") ?? ""
            if type.contains("javascript") || type.contains("css") { return }
            rendered = .text(500, error.message)
            serve.fail(error.sentence(about: "the file \"\(path)\""), exceeding: error.exceededSetting)
        }
        serve.adopt(WirePlan(rendered))
    }

    /// Why S3 has no such operation; nil if it has. Then nothing matches the request, which may be meant for the other listener.
    private func absenceOfOperation(_ plan: WirePlan, _ serve: inout ServeEvent) -> ContentAbsence? {
        guard [400, 405, 501].contains(plan.response.status) else { return nil }
        // The session has deleted what the request reads.
        if plan.response.headers.contains("x-amz-delete-marker") { return nil }
        if let hint = otherListener(for: &serve) { return ContentAbsence(hint: hint) }
        guard plan.response.status != 400 else { return nil }
        let operation = S3RequestSummary(serve.request, baseDomains: environment.s3BaseDomains)?.operation
        let pattern =
            operation.map { "\"s3\": {\"operation\": \"\($0.rawValue)\"}" }
            ?? "\"listener\": \"s3\" and \"method\": \"\(serve.request.method)\""
        return ContentAbsence(hint: "The S3 listener does not do this. A stub with \(pattern) answers it.")
    }

    private func otherListener(for serve: inout ServeEvent) -> String? {
        otherListener(for: serve.request, at: serve.arrivedAt, serve.view.routes, serve.board, within: serve.budget())
    }

    /// Makes the page that explains the miss.
    private func explain(_ serve: inout ServeEvent) {
        let budget = serve.budget()
        var report = missReport(for: serve.request, at: serve.arrivedAt, serve.view.routes, serve.board, within: budget)
        if serve.isPaused { return }
        report.stop = budget.stop
        report.note(serve.facts?.warnings ?? [])
        activity.noteMiss()
        environment.observer?.missed(report, in: identity)
        serve.notes.append(report.subEvent(at: serve.sinceArrival))
        serve.adopt(WirePlan(report.response()))
    }
}
