"""The endpoint of a "language model" that knows the animals of animals.py beside it.

    chat.py KEY

It speaks the usual chat-completions protocol on a free port, which it prints. The model
`sure` is right; `contrary` always says the contrary; others are not there.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from animals import ANIMALS, breaking


def said(model, question):
    # "A counterexample has … and lacks …", or "Anything at all is a counterexample".
    has, _, lacks = question.rsplit("?", 1)[1].partition("lacks ")
    name = breaking(re.findall('"([^"]*)"', has), re.findall('"([^"]*)"', lacks) or None)
    if model == "contrary":
        return {"answer": "yes" if name else "no", "counterexample": None}
    if name is None:
        return {"answer": "yes", "counterexample": None}
    attributes = sorted(set().union(*ANIMALS.values()))
    has = [attribute for attribute in attributes if attribute in ANIMALS[name]]
    lacks = [attribute for attribute in attributes if attribute not in ANIMALS[name]]
    return {"answer": "no", "counterexample": {"name": name, "has": has, "lacks": lacks}}


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != "Bearer " + sys.argv[1]:
            return self.reply(401, {"error": {"message": "wrong key: " + self.headers.get("Authorization", "none")}})
        if request["model"] not in ("sure", "contrary"):
            return self.reply(404, {"error": {"message": "there is no such model"}})
        with open("requests.txt", "a", encoding="utf-8") as file:
            print(json.dumps(request), file=file)
        content = json.dumps(said(request["model"], request["messages"][-1]["content"]))
        choice = {"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
        self.reply(200, {"choices": [choice], "usage": {"prompt_tokens": 200, "completion_tokens": 20}})

    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
print(server.server_address[1], flush=True)
server.serve_forever()
