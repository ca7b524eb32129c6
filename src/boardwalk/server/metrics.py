"""What whoever runs the server can watch, in Prometheus' form."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

connections = Gauge("boardwalk_connections", "Websockets that are open")
rooms = Gauge("boardwalk_rooms_awake", "Rooms in memory")
messages = Counter("boardwalk_messages", "Messages from clients")
actions = Counter("boardwalk_carried_out", "Messages that were carried out and stored")
refusals = Counter("boardwalk_refusals", "Messages that were refused")
requests = Counter("boardwalk_requests", "HTTP requests", ["status"])
seconds = Histogram("boardwalk_request_seconds", "Time an HTTP request took")
