"""The messages of clients and server, and the websocket and HTTP protocols that uvicorn runs."""
