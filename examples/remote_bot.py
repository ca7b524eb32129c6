"""A bot that plays over the network. It needs only the package `websockets`, not Boardwalk.

    python examples/remote_bot.py http://localhost:8000 fog_quoridor

makes a room with itself in the first seat and an easy bot in every other, and plays it to the end with random choices.
`docs/protocol.md` explains the messages.
"""

import asyncio
import json
import random
import sys
import urllib.request

import websockets


def post(url: str, body: dict) -> dict:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(server: str, game: str) -> str:
    seats = len(post(f"{server}/api/games/{game}/check", {})["seats"])
    wanted = [{"kind": "me", "name": "Remote"}] + [{"kind": "bot", "bot": "easy"}] * (seats - 1)
    room = post(f"{server}/api/rooms", {"game": game, "seats": wanted})
    print("watch it at", f"{server}/r/{room['room']}")
    address = f"{server.replace('http', 'ws', 1)}/ws/{room['room']}"
    async with websockets.connect(address, max_size=None) as socket:

        async def send(**message: object) -> None:
            await socket.send(json.dumps(message))

        await send(type="hello", version=2, tokens=list(room["tokens"].values()))
        scene: dict = {}
        number = 0
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "frames":
                for frame in message["frames"]:
                    scene |= frame["scene"]
                    number = frame["number"]
                    for line in frame["news"]:
                        print("*", line)
                if message["choices"]:
                    choice = random.choice(message["choices"])
                    await send(type="act", id=1, seat=message["seat"], frame=number, actions=[choice["action"]])
                elif message["to_act"] == -2:
                    return scene["status"]
            elif message["type"] in ("refused", "bye"):
                print(message["why"])
    return "the connection was lost"


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1].rstrip("/"), sys.argv[2])))
