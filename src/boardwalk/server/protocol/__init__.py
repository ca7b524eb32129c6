"""Messages, the websocket, a connection."""
