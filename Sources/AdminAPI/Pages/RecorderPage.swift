/// The page behind `/__admin/recorder`.
enum RecorderPage {
    static let html = AdminPage.html(
        "recorder",
        #"""
        <h1>Recorder</h1>
        <p>Requests that no stub matches go to the target, and its responses become stubs. <a href="/__admin/docs">Admin API</a></p>
        <form id="recorder">
        <label for="target">Target URL</label>
        <input id="target" type="url" placeholder="https://api.example.com" required>
        <button id="start">Record</button><button id="stop" type="button">Stop</button>
        </form>
        <p>Status: <strong id="status">…</strong></p>
        <pre id="result"></pre>
        <script>
        const part = id => document.getElementById(id)
        const show = async () => {
          const response = await fetch(admin + "/recordings/status")
          const status = (await response.json()).status
          part("status").textContent = { NeverStarted: "never started", Recording: "recording", Stopped: "stopped" }[status] ?? status
          part("start").disabled = status == "Recording"
          part("stop").disabled = status != "Recording"
        }
        const send = async (route, body) => {
          const response = await fetch(admin + "/recordings/" + route, { method: "POST", body: JSON.stringify(body ?? {}) })
          const text = await response.text()
          const errors = response.ok ? [] : JSON.parse(text).errors ?? []
          part("result").textContent = errors.map(error => [error.title, error.detail].filter(Boolean).join(": ")).join("\n") || text
          show()
        }
        part("recorder").onsubmit = event => {
          event.preventDefault()
          send("start", { targetBaseUrl: part("target").value })
        }
        part("stop").onclick = () => send("stop")
        show()
        </script>
        """#)
}
