/// The page behind `/__admin/recorder`.
enum RecorderPage {
    static let html = AdminPage.html("recorder", body)

    private static let body = #"""
        <h1>Recorder</h1>
        <p>Requests that no stub matches go to the target, and its responses become stubs. <a data-admin="/">Live</a> <a data-admin="/docs">Admin API</a></p>
        <form id="recorder">
        <label for="target">Target URL</label>
        <input id="target" type="url" placeholder="https://api.example.com" required>
        <button id="start">Record</button><button id="stop" type="button">Stop</button>
        </form>
        <p>Status: <strong id="status">…</strong></p>
        <p id="result" role="status"></p>
        <ul id="stubs"></ul>
        <script>
        const show = async () => {
          const { status } = await call("/recordings/status")
          part("status").textContent = { NeverStarted: "never started", Recording: "recording", Stopped: "stopped" }[status] ?? status
          part("start").disabled = status == "Recording"
          part("stop").disabled = status != "Recording"
        }
        const stub = (mapping, files) => {
          const { request, response, responses } = mapping
          const line = [request.method ?? "ANY", request.url ?? request.urlPath ?? "any URL", (response ?? responses?.[0])?.status ?? 200].join(" ")
          const places = [files?.[mapping.id], response?.bodyFileName && "__files/" + response.bodyFileName].filter(Boolean)
          return element("li", element("code", line), places.length ? " → " + places.join(", ") : "")
        }
        const result = ({ mappings, ids, files, s3, warnings }) => {
          const count = (mappings ?? ids).length
          part("result").textContent = count == 1 ? "1 stub:" : `${count} stubs${count ? ":" : "; nothing was recorded"}`
          const lines = mappings ? mappings.map(mapping => stub(mapping, files)) : ids.map(id => element("li", id))
          if (s3) lines.push(element("li", "S3: " + JSON.stringify(s3)))
          for (const warning of warnings ?? []) lines.push(element("li", warning))
          part("stubs").replaceChildren(...lines)
        }
        const send = async (route, body) => {
          part("stubs").replaceChildren()
          part("result").textContent = ""
          try {
            const reply = await call("/recordings/" + route, "POST", body ?? {})
            if (reply.mappings ?? reply.ids) result(reply)
          } catch (error) { part("result").textContent = error.message }
          await show()
        }
        part("recorder").onsubmit = event => {
          event.preventDefault()
          send("start", { targetBaseUrl: part("target").value })
        }
        part("stop").onclick = () => send("stop")
        show().catch(error => { part("result").textContent = error.message })
        </script>
        """#
}
