/// The page behind `/__admin/` for browsers: what happens on the server or in a session, live, and the resets.
///
/// Every text of a request is inserted as text, never as HTML.
enum RootPage {
    static let html = AdminPage.html("live", style + body + "<script>\n" + data + requests + state + "</script>")

    private static let style = #"""
        <style>
        body { max-width: 75rem }
        h1 { margin-bottom: 0 } h2 { margin: 1.5rem 0 .3rem; font-size: 1.2rem }
        nav a { margin-right: 1rem }
        #requests td:nth-child(1), #requests td:nth-child(2), #requests td:nth-child(5) { white-space: nowrap }
        #requests td:nth-child(5), #requests th:nth-child(5) { text-align: right; padding-right: 0 }
        #requests td:nth-child(4) { width: 30% }
        #requests button { margin: 0; padding: 0; border: 0; background: none; color: inherit; text-align: left; overflow-wrap: anywhere; cursor: pointer; font-family: ui-monospace, monospace; font-size: .9em }
        #requests tbody tr { cursor: pointer }
        #requests tr:hover button { text-decoration: underline }
        #live { max-height: 60vh; overflow-y: auto; border-bottom: 1px solid #8884 }
        [aria-pressed=true] { font-weight: 700; outline: 2px solid currentColor }
        .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem }
        .columns > section { min-width: 0 }
        .note { opacity: .75; margin: .2rem 0 }
        ul { padding-left: 1.2rem } li { margin: .2rem 0; overflow-wrap: anywhere } li small { display: block }
        dialog { width: min(60rem, 90vw); max-height: 85vh; overflow: auto; box-sizing: border-box }
        @media (max-width: 40rem) {
          #requests thead { display: none }
          #requests tr { display: grid; grid-template-columns: auto auto 1fr; gap: 0 .6rem; padding: .4rem 0; border-top: 1px solid #8884 }
          #requests td { border: 0; padding: 0; width: auto !important }
          #requests td:nth-child(5) { order: 1 } #requests td:nth-child(5)::after { content: " ms" }
          #requests td:nth-child(3) { order: 2; grid-column: 1 / -1 } #requests td:nth-child(4) { order: 3; grid-column: 1 / -1 }
        }
        </style>

        """#

    private static let body = #"""
        <h1>Understudy <small id="name"></small></h1>
        <p id="health" class="note"></p>
        <nav><a data-admin="/docs">Admin API</a> <a data-admin="/recorder">Recorder</a> <a data-admin="/s3" data-show>S3 differences</a>
        <a data-admin="/requests" data-show>Journal</a></nav>
        <p>
        <button data-call="POST /reset">Reset all</button><button data-call="POST /mappings/reset">Reset stubs</button><button
        data-call="POST /scenarios/reset">Reset scenarios</button><button data-call="DELETE /requests">Empty journal</button><button
        data-call="POST /s3/reset">Reset S3</button><button data-call="POST /reload">Reload files</button>
        </p>
        <p id="message" role="status"></p>
        <h2>Requests</h2>
        <p class="note" id="requests-note"></p>
        <div id="live"><table id="requests"><thead><tr><th>Status</th><th>Method</th><th>URL</th><th>Stub or file</th><th>ms</th></tr></thead><tbody></tbody></table></div>
        <div class="columns">
        <section><h2>Unmatched requests</h2><ul id="unmatched"></ul></section>
        <section><h2>Scenarios</h2><div id="scenarios"></div></section>
        <section><h2>Unused stubs</h2><ul id="unused"></ul></section>
        <section><h2>Sessions</h2><ul id="sessions"></ul></section>
        </div>
        <dialog id="shown"><form method="dialog"><button>Close</button></form><pre id="text"></pre></dialog>

        """#

    /// The rows, and what is asked how often.
    private static let data = #"""
        const most = 100, mostUnmatched = 20
        const root = admin.replace(/(\/__session\/[^/]+)?\/__admin$/, "")
        const session = admin.match(/\/__session\/([^/]+)\/__admin$/)?.[1]
        if (session) part("name").textContent = "session " + decodeURIComponent(session)
        let after = null, entries = [], misses = []

        const say = text => { if (part("message").textContent != text) part("message").textContent = text }
        const show = async path => {
          part("text").textContent = JSON.stringify(await call(path), null, 2)
          part("shown").showModal()
        }
        const methods = method =>
          method?.oneOf?.join(" or ") ?? (method?.noneOf ? "any method but " + method.noneOf.join(" and ") : method ?? "ANY")
        const requestLine = request => [
          methods(request?.method),
          request?.url ?? request?.urlPath ?? request?.urlPathTemplate ?? request?.urlPathPattern ?? request?.urlPattern ?? "any URL",
        ].join(" ")
        const count = (number, word) => number == 1 ? `1 ${word}` : `${number} ${word}s`
        const list = (id, items, none) => part(id).replaceChildren(...(items.length ? items : [element(part(id).tagName == "UL" ? "li" : "p", none)]))

        """#

    private static let requests = #"""
        const source = entry => {
          if (!entry.wasMatched) return "no match"
          if (entry.stubMapping?.id != entry.id) return entry.stubMapping.name ?? requestLine(entry.stubMapping.request)
          const s3 = entry.request.s3
          if (s3?.operation) return [s3.operation, s3.bucket, s3.key].filter(Boolean).join(" ")
          return entry.file ?? (entry.request.url.startsWith("/__placeholder/") ? "placeholder" : "the browser's icon")
        }
        const row = entry => {
          const { status, fault } = entry.response
          const outcome = element("td", fault ?? (status ? String(status) : ""))
          outcome.className = !entry.wasMatched || fault ? "bad" : status < 300 ? "good" : "other"
          const open = element("button", entry.request.url)
          const from = element("td", source(entry))
          if (!entry.wasMatched) from.className = "bad"
          const time = entry.performed?.ending ? String(entry.timing.totalTime) : "…"
          const made = element("tr", outcome, element("td", entry.request.method), element("td", open), from, element("td", time))
          made.title = entry.request.loggedDateString ?? ""
          // The button is for the keyboard: its click is one on the row, too. A click that ends a selection of text is none.
          made.onclick = event => (event.target.closest("button") || getSelection().isCollapsed) && show("/requests/" + entry.id).catch(error => say(error.message))
          return made
        }
        const value = one => typeof one == "string" ? `"${one}"` : one == null ? "nothing" : JSON.stringify(one)
        const miss = entry => {
          const item = element("li", element("code", `${entry.request.method} ${entry.request.url}`))
          const data = (entry.subEvents ?? []).find(event => event.type == "REQUEST_NOT_MATCHED")?.data ?? {}
          for (const hint of data.hints ?? []) item.append(element("small", hint))
          const closest = data.closest
          if (!closest) return item
          const near = element("small", `nearest: ${closest.name ?? closest.request}`)
          if (closest.place) near.append(` (${closest.place})`)
          item.append(near)
          for (const field of (closest.fields ?? []).filter(field => !field.matches)) {
            const what = [field.field, field.name].filter(Boolean).join(" ")
            const line = element("small", `${what}: ${field.matcher ?? "expected"} ${value(field.expected)}, found ${value(field.actual)}`)
            line.className = "bad"
            item.append(line)
          }
          return item
        }
        const slim = entry => ({
          id: entry.id, file: entry.file, wasMatched: entry.wasMatched, timing: entry.timing, performed: entry.performed, stubMapping: entry.stubMapping,
          response: { status: entry.response?.status, fault: entry.response?.fault }, subEvents: entry.wasMatched ? [] : entry.subEvents,
          request: {
            method: entry.request.method, url: entry.request.url, s3: entry.request.s3, loggedDateString: entry.request.loggedDateString,
          },
        })
        const draw = total => {
          part("requests").tBodies[0].replaceChildren(...entries.map(row))
          part("requests-note").textContent = entries.length ? `The newest ${entries.length} of ${total}; a click shows one.` : "No request yet."
          list("unmatched", misses.map(miss), "none")
        }
        const start = async () => {
          const page = await call(`/requests?limit=${most}`)
          const unmatched = await call(`/requests?unmatched=true&limit=${mostUnmatched}`)
          after = page.meta.nextAfter
          entries = page.requests.map(slim)
          misses = unmatched.requests.map(slim)
          draw(page.meta.total)
          if (page.requestJournalDisabled) part("requests-note").textContent = "The request journal is disabled."
          return true
        }
        const follow = async () => {
          if (after == null) return start()
          const from = after
          const page = await call(`/requests?after=${after}&limit=${most}`)
          // The journal was emptied, or requests came faster than they were read.
          if (page.meta.total < entries.length || page.truncated) return start()
          const late = entries.filter(entry => !entry.performed?.ending).slice(0, 10)
          const ended = await Promise.all(late.map(entry => call("/requests/" + entry.id).then(slim, () => entry)))
          if (!page.requests.length && !ended.some(entry => entry.performed?.ending)) return false
          // A reset has listed everything anew meanwhile.
          if (after != from) return false
          after = page.meta.nextAfter
          const fresh = page.requests.map(slim).reverse()
          entries = [...fresh, ...entries.map(entry => ended.find(one => one.id == entry.id) ?? entry)].slice(0, most)
          const unmatched = [...fresh.filter(entry => !entry.wasMatched), ...misses]
          misses = [...new Map(unmatched.map(entry => [entry.id, entry])).values()].slice(0, mostUnmatched)
          draw(page.meta.total)
          return true
        }

        """#

    private static let state = #"""
        const scenario = one => {
          const made = element("p", element("strong", one.name), " ")
          for (const name of new Set(["Started", ...one.possibleStates, one.state])) {
            const button = element("button", name)
            button.setAttribute("aria-pressed", name == one.state)
            button.onclick = () => act("PUT", `/scenarios/${encodeURIComponent(one.name)}/state`, { state: name })
            made.append(button)
          }
          return made
        }
        const sessionItem = one => {
          const link = element("a", one.name ?? one.id)
          link.href = `${root}/__session/${encodeURIComponent(one.id)}/__admin/`
          return element("li", link, ` ${count(one.requests, "request")}, ${count(one.stubs, "stub")}, last used ${one.lastUsedAt}`)
        }
        // Drawn only when it differs, so that a button does not move under the pointer.
        const shown = {}
        const update = (id, value, make) => {
          const text = JSON.stringify(value)
          if (shown[id] != text) make(value)
          shown[id] = text
        }
        // The list of unused stubs may be long, so it is asked for less often.
        let unused = { mappings: [] }
        const showState = async isComplete => {
          if (isComplete) unused = await call("/mappings/unmatched")
          const [{ scenarios }, { sessions }, health] = await Promise.all(["/scenarios", "/sessions", "/health"].map(path => call(path)))
          update("scenarios", scenarios.map(({ name, state, possibleStates }) => ({ name, state, possibleStates })), all =>
            list("scenarios", all.map(scenario), "none"))
          update("unused", unused.mappings.map(({ name, request }) => ({ name, line: requestLine(request) })), all =>
            list("unused", [
              ...all.slice(0, most).map(({ name, line }) => element("li", ...(name ? [name + " "] : []), element("code", line))),
              ...(all.length > most ? [element("li", `and ${all.length - most} more`)] : []),
            ], "none"))
          const items = sessions.map(sessionItem)
          const home = element("a", "the server's own")
          home.href = root + "/__admin/"
          list("sessions", session ? [element("li", home), ...items] : items, "none")
          const problems = health.fixtures?.problems ?? []
          part("health").className = problems.length ? "bad" : "note"
          part("health").textContent = [`The server is ${health.status}, version ${health.understudyVersion}.`, ...problems.map(problem =>
            `${[problem.file, problem.line, problem.column].filter(Boolean).join(":")}: ${problem.message}. ${problem.repair ?? ""}`)].join(" ")
        }
        const act = async (method, path, body) => {
          try {
            const reply = await call(path, method, body)
            await Promise.all([start(), showState(true)])
            say((reply.problems ?? []).join("\n") || `${method} ${path}: done`)
          } catch (error) { say(error.message) }
        }
        for (const button of document.querySelectorAll("[data-call]"))
          button.onclick = () => act(...button.dataset.call.split(" "))
        for (const link of document.querySelectorAll("[data-show]"))
          link.onclick = event => {
            event.preventDefault()
            show(link.dataset.admin).catch(error => say(error.message))
          }
        let isLost = false
        const turn = async number => {
          try {
            if (!document.hidden) {
              const isChanged = await follow()
              if (isChanged || isLost || number % 5 == 0) await showState(isLost || number % 5 == 0)
            }
            if (isLost) say("")
            isLost = false
          } catch (error) {
            isLost = true
            say(`Not up to date: ${error.message}`)
          }
          setTimeout(() => turn(number + 1), 1000)
        }
        turn(0)

        """#
}
