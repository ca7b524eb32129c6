"""The browser client: ES modules, style sheets and icons. `boardwalk.server.http.pages` says how they are served.

A folder imports only those before it:

- parts: what all else is made of: elements, icons, forms, dialogs, Markdown, keys, and lit-html.
- state: what a client knows of a game, a lesson or an editor, as plain values; the protocol's types.
- net: the server: requests, the socket, the outbox, records kept in the browser.
- board: the board as SVG: cells, pieces, layers, zoom, pointing, gestures, sound.
- panels: what stands beside the board: players, actions, history, hints, results, forms.
- pages: one module for each page of `pages.json`, and the one that starts them.
"""
