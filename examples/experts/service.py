#!/usr/bin/env python3
"""A service that answers over HTTP: `python3 service.py PORT`, then

    hornbook learn --ask http://127.0.0.1:PORT/

Every request is a POST of one message, and its response the answer to it. The first
is Hornbook's greeting, to which the service says who it is. If HORNBOOK_ASK_TOKEN is
set, requests without that token are refused.
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANIMALS = {
    "cat": {"hair", "milk", "tail"},
    "bat": {"hair", "milk", "flies"},
    "platypus": {"hair", "milk", "eggs", "tail"},
    "hen": {"feathers", "eggs", "tail"},
    "swan": {"feathers", "eggs", "flies", "tail"},
    "bee": {"hair", "eggs", "flies"},
    "worm": {"eggs"},
}
ATTRIBUTES = ["hair", "milk", "eggs", "feathers", "flies", "tail"]
TOKEN = os.environ.get("HORNBOOK_ASK_TOKEN")


def answer(message):
    if "hornbook" in message:
        kinds = ["implication", "closure", "member"]
        return {"hornbook": 1, "name": "animals", "attributes": ATTRIBUTES, "at_once": 4, "kinds": kinds}
    if message["kind"] == "member":
        return {"id": message["id"], "member": set(message["set"]) in ANIMALS.values()}
    premise = set(message["premise"])
    having = {name: has for name, has in ANIMALS.items() if premise <= has}
    if message["kind"] == "closure":
        if not having:
            return {"id": message["id"], "impossible": True}
        return {"id": message["id"], "closure": sorted(set.intersection(*having.values()))}
    for name, has in having.items():
        if message.get("impossible") or not set(message["conclusion"]) <= has:
            return {"id": message["id"], "counterexample": sorted(has), "name": name}
    return {"id": message["id"], "holds": True}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if TOKEN and self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.reply(401, {"error": "a token is needed"})
        return self.reply(200, answer(json.loads(body)))

    def reply(self, status, message):
        body = json.dumps(message).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
