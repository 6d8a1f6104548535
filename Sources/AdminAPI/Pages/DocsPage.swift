/// The page behind `/__admin/docs` and `/__admin/swagger-ui`: every route with its sentence, made of the OpenAPI document in the
/// browser.
enum DocsPage {
    static let html = AdminPage.html(
        "admin API",
        #"""
        <h1>Admin API</h1>
        <p>The <a href="/__admin/docs/swagger">OpenAPI document</a> says the same for programs. <a href="/__admin/recorder">Recorder</a></p>
        <table id="routes"></table>
        <script>
        const methods = ["get", "post", "put", "patch", "delete"]
        fetch(admin + "/docs/swagger").then(response => response.json()).then(api => {
          const table = document.getElementById("routes")
          for (const [path, item] of Object.entries(api.paths))
            for (const method of methods.filter(method => item[method])) {
              const row = table.insertRow()
              row.insertCell().textContent = method.toUpperCase()
              const code = document.createElement("code")
              code.textContent = admin + path
              row.insertCell().append(code, document.createElement("br"), item[method].summary)
            }
        })
        </script>
        """#)
}
