"""The browser client: plain ES modules, style sheets and icons. `boardwalk.server.site` says how they are served."""
