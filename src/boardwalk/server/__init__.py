"""Playing over a network: HTTP and websockets, rooms, storage. `docs/protocol.md` is what clients read."""
