/// The page behind `/__admin/recorder`.
enum RecorderPage {
    static let html = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Understudy: recorder</title>
        <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
        input { width: 100%; font: inherit } button { font: inherit; margin: .5rem .5rem .5rem 0 } pre { white-space: pre-wrap }</style>
        </head>
        <body>
        <h1>Recorder</h1>
        <p>Requests are passed on to the target, and what it answers becomes stubs.</p>
        <label for="target">Target URL</label>
        <input id="target" type="url" placeholder="https://api.example.com">
        <button id="start">Record</button><button id="stop">Stop</button>
        <p>Status: <strong id="status">…</strong></p>
        <pre id="result"></pre>
        <script>
        const show = async () => {
          const answer = await fetch("recordings/status")
          document.getElementById("status").textContent = (await answer.json()).status
        }
        const send = async (route, body) => {
          const answer = await fetch("recordings/" + route, { method: "POST", body: JSON.stringify(body ?? {}) })
          document.getElementById("result").textContent = await answer.text()
          show()
        }
        document.getElementById("start").onclick = () => send("start", { targetBaseUrl: document.getElementById("target").value })
        document.getElementById("stop").onclick = () => send("stop")
        show()
        </script>
        </body>
        </html>
        """#
}
