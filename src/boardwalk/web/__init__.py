"""The browser client: ES modules, style sheets and icons. `boardwalk.server.http.site` says how they are served.

A folder imports only those before it: parts (making elements), state, net (the server), board, panels, pages.
"""
