/// The page behind `/__admin/docs` and `/__admin/swagger-ui`: every route with its sentence, made of the OpenAPI document in the
/// browser.
enum DocsPage {
    static let html = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Understudy: admin API</title>
        <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        td { vertical-align: top; padding: .2rem .8rem .2rem 0 } code { white-space: nowrap }</style>
        </head>
        <body>
        <h1>Admin API</h1>
        <p>The <a href="/__admin/docs/swagger">OpenAPI document</a> says the same for programs.</p>
        <table id="routes"></table>
        <script>
        fetch("/__admin/docs/swagger").then(answer => answer.json()).then(document_ => {
          const table = document.getElementById("routes")
          for (const [path, operations] of Object.entries(document_.paths))
            for (const [method, operation] of Object.entries(operations)) {
              const row = table.insertRow()
              const code = document.createElement("code")
              code.textContent = method.toUpperCase() + " " + path
              row.insertCell().append(code)
              row.insertCell().textContent = operation.summary
            }
        })
        </script>
        </body>
        </html>
        """#
}
