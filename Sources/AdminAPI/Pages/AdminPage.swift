internal import HTTPMessage

/// What the pages of the admin API have in common: a head, a look, and a script. A page has no data; its script asks the API for them.
///
/// The script gives `admin`, the address of the API that the page belongs to (the server's or a session's), `call`, which asks it, with the
/// token that the user has given, and `element`, which makes an element of texts. `data-admin` of a link is its path below `admin`.
enum AdminPage {
    /// - Parameter body: with a script of its own, if it needs one.
    static func html(_ title: String, _ body: String) -> String { beginning(title) + body + "\n" + end }

    /// Whether a client wants a page, as a browser does. Java's HttpURLConnection accepts pages, too, but it is no browser.
    static func isWanted(by request: Request) -> Bool {
        guard let accepted = request.firstHeader("Accept") else { return false }
        return accepted.contains("text/html") && !accepted.contains("*; q=.2")
    }

    /// Whether a browser gets the page without credentials: its script asks for the token then. For a name and password the browser itself
    /// asks.
    static func isOpen(to request: Request, _ access: AdminAccess) -> Bool { isWanted(by: request) && access.bearerToken != nil }

    private static func beginning(_ title: String) -> String {
        #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">
        <title>Understudy: \#(title)</title>
        <style>
        :root { color-scheme: light dark; --good: #187a35; --bad: #c0202f; --other: #8a5a00 }
        @media (prefers-color-scheme: dark) { :root { --good: #6fd08a; --bad: #ff8b8b; --other: #e8b45a } }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        table { border-collapse: collapse; width: 100% }
        td, th { vertical-align: top; text-align: left; padding: .3rem .8rem .3rem 0; border-top: 1px solid #8884; overflow-wrap: anywhere }
        input { width: 100%; box-sizing: border-box; padding: .3rem .5rem }
        input, button { font: inherit }
        button { margin: .25rem .5rem .25rem 0; padding: .2rem .8rem }
        pre, [role=status] { white-space: pre-wrap; overflow-wrap: anywhere }
        code, pre { font-size: .9em }
        .good { color: var(--good) } .bad { color: var(--bad) } .other { color: var(--other) }
        </style>
        </head>
        <body>
        <form id="access" hidden>
        <label for="token">Token of the admin API (in the file of --admin-token-file, or else the log of the start says where it is)</label>
        <input id="token" type="password" autocomplete="current-password" required>
        <button>Use</button>
        </form>
        <script>
        \#(script)
        </script>

        """#
    }

    private static let script = #"""
        const admin = location.pathname.replace(/\/__admin.*$/, "") + "/__admin"
        const part = id => document.getElementById(id)
        const element = (name, ...content) => {
          const made = document.createElement(name)
          made.append(...content)
          return made
        }
        let token = "", tokenGiven = null
        const askForToken = () => tokenGiven ??= new Promise(give => {
          part("access").hidden = false
          part("access").onsubmit = event => {
            event.preventDefault()
            token = part("token").value
            part("access").hidden = true
            tokenGiven = null
            give()
          }
        })
        const call = async (path, method = "GET", body) => {
          const headers = { Accept: "application/json" }
          if (token) headers.Authorization = "Bearer " + token
          const response = await fetch(admin + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
          if (response.status == 401 && response.headers.get("WWW-Authenticate")?.startsWith("Bearer")) {
            await askForToken()
            return call(path, method, body)
          }
          const text = await response.text()
          let result = {}
          try { result = JSON.parse(text) } catch {}
          if (response.ok) return result
          const errors = result.problems ?? (result.errors ?? []).map(error => [error.title, error.detail].filter(Boolean).join(": "))
          throw new Error(errors.join("\n") || `${method} ${path}: ${response.status}`)
        }
        """#

    /// The links are made by the script so that they stay at the API of a session.
    private static let end = """
        <script>for (const link of document.querySelectorAll("a[data-admin]")) link.href = admin + link.dataset.admin</script>
        </body>
        </html>
        """
}
