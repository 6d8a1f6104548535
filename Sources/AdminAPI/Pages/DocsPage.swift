/// The page behind `/__admin/docs` and `/__admin/swagger-ui`: every operation with its sentence, an example of its body and a line for the
/// shell, made of the OpenAPI document in the browser.
enum DocsPage {
    static let html = AdminPage.html("admin API", body)

    private static let body = #"""
        <style>
        h2 { margin: 2rem 0 0 } h3 { margin: 1.2rem 0 0; font-size: 1rem; overflow-wrap: anywhere } h3 + p { margin: 0 }
        .line { display: flex; gap: .6rem; align-items: start } .line pre { flex: 1; margin: .3rem 0; padding: .4rem .6rem; background: #8882; min-width: 0 }
        #contents a { margin-right: 1rem; display: inline-block }
        </style>
        <h1>Admin API</h1>
        <p>The <a id="document" data-admin="/docs/swagger">OpenAPI document</a> says the same for programs. <a data-admin="/">Live</a> <a data-admin="/recorder">Recorder</a></p>
        <nav id="contents"></nav>
        <p id="message" role="status"></p>
        <div id="groups"></div>
        <script>
        const methods = ["get", "post", "put", "patch", "delete"]
        const quoted = text => "'" + text.replaceAll("'", "'\\''") + "'"
        const resolved = (api, value) => value?.$ref ? value.$ref.split("/").slice(1).reduce((part, key) => part[key], api) : value
        const content = (api, operation) => resolved(api, operation.requestBody)?.content ?? {}
        // The path with an example of each part that varies: curl expands braces.
        const filled = (api, path) => {
          const parameters = (api.paths[path].parameters ?? []).map(parameter => resolved(api, parameter))
          const example = name => parameters.find(parameter => parameter.name == name)?.example
          return path.replace(/\{(\w+)\}/g, (all, name) => example(name) ?? all).replace("**", "poses/page-0.json")
        }
        const curl = (api, path, method, operation) => {
          const words = ["curl"]
          if (method != "get") words.push("-X", method.toUpperCase())
          if (token && operation.security?.length !== 0) words.push("-H", "'Authorization: Bearer TOKEN'")
          words.push(quoted(location.origin + admin + filled(api, path)))
          const body = content(api, operation)
          if (body["application/json"]) words.push("-d", quoted(JSON.stringify(body["application/json"].example)))
          else if (Object.keys(body).length) words.push("--data-binary", "@FILE")
          return words.join(" ")
        }
        const copying = (text, shown) => {
          const button = element("button", "Copy")
          button.type = "button"
          button.onclick = async () => {
            try {
              await navigator.clipboard.writeText(text)
              button.textContent = "Copied"
            } catch { getSelection().selectAllChildren(shown) }
          }
          return button
        }
        const block = text => {
          const shown = element("pre", text)
          const line = element("div", shown, copying(text, shown))
          line.className = "line"
          return line
        }
        const item = (api, path, method, operation) => {
          const made = element("section", element("h3", element("code", method.toUpperCase() + " " + path)), element("p", operation.summary))
          made.id = operation.operationId
          if (operation.deprecated) made.append(element("p", "Deprecated."))
          const example = content(api, operation)["application/json"]?.example
          if (example) made.append(element("pre", JSON.stringify(example, null, 2)))
          made.append(block(curl(api, path, method, operation)))
          return made
        }
        const show = api => {
          // A browser sends no token for a link.
          const copy = () => URL.createObjectURL(new Blob([JSON.stringify(api, null, 2)], { type: "application/json" }))
          if (token) part("document").href = copy()
          for (const { name } of api.tags) {
            const heading = element("h2", name)
            heading.id = name.replaceAll(" ", "-")
            const link = element("a", name)
            link.href = "#" + heading.id
            part("contents").append(link, " ")
            const group = element("section", heading)
            for (const [path, operations] of Object.entries(api.paths))
              for (const method of methods.filter(method => operations[method]?.tags.includes(name)))
                group.append(item(api, path, method, operations[method]))
            part("groups").append(group)
          }
          if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
        }
        call("/docs/swagger").then(show, error => { part("message").textContent = error.message })
        </script>
        """#
}
