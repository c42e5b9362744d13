"""A bare echo server on the framework of the table server; run as a module, it prints its port."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

app = FastAPI()


@app.websocket("/echo")
async def echo(connection: WebSocket) -> None:
    """Send every text back."""
    await connection.accept()
    try:
        while True:
            await connection.send_text(await connection.receive_text())
    except WebSocketDisconnect:
        return


def main() -> None:
    """Serve on a free port of this machine, and print it once connections are accepted."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning", access_log=False
    )
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
