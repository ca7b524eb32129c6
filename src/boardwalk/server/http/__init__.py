"""The HTTP API and the pages: one module of routes for each area of the page."""
