/// What the pages of the admin API have in common: a head, a look, and `admin`, the address of the API that they belong to.
enum AdminPage {
    /// - Parameter body: with a script of its own, if it needs one.
    static func html(_ title: String, _ body: String) -> String {
        #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Understudy: \#(title)</title>
        <style>
        :root { color-scheme: light dark }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
        table { border-collapse: collapse; width: 100% }
        td { vertical-align: top; padding: .3rem .8rem .3rem 0; border-top: 1px solid #8884; overflow-wrap: anywhere }
        td:first-child { width: 5rem; white-space: nowrap; font-weight: 600 }
        input { width: 100%; box-sizing: border-box; padding: .3rem .5rem }
        input, button { font: inherit }
        button { margin: .5rem .5rem .5rem 0; padding: .2rem .8rem }
        pre { white-space: pre-wrap; overflow-wrap: anywhere }
        </style>
        </head>
        <body>
        <script>const admin = location.pathname.replace(/\/__admin.*$/, "/__admin")</script>
        \#(body)
        </body>
        </html>
        """#
    }
}
