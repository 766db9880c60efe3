"""The guide, the examples and the notebook do what they show."""

import doctest
import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", ["docs/python.md", "README.md"])
def test_what_pages_show_is_what_happens(root, name, monkeypatch):
    monkeypatch.chdir(root)
    shown = blocks(root / name)
    assert shown, name
    test = doctest.DocTestParser().get_doctest("\n".join(shown), {}, name, str(root / name), 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


@pytest.mark.parametrize("name", ["quality_gate", "probe_classifier", "algebras"])
def test_examples_run(root, name):
    done = subprocess.run([sys.executable, root / f"examples/python/{name}.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "->" in done.stdout


class Model(BaseHTTPRequestHandler):
    """Answers by the usual chat protocol, and knows a few animals."""

    animals = {
        "cat": {"is a mammal", "gives milk"},
        "bat": {"is a mammal", "gives milk", "can fly"},
        "platypus": {"is a mammal", "gives milk", "lays eggs"},
        "hen": {"lays eggs", "has feathers"},
        "gull": {"lays eggs", "has feathers", "can fly"},
        "bee": {"lays eggs", "can fly"},
        "worm": set(),
    }
    names = ["is a mammal", "gives milk", "lays eggs", "has feathers", "can fly"]
    asked = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][0]["content"]
        self.asked.append((self.path, body["model"], self.headers["Authorization"]))
        premise, conclusion = (
            {name for name in re.search(f"^{side}: (.*)$", prompt, re.MULTILINE).group(1).split(", ") if name in self.names}
            for side in ("Premise", "Conclusion")
        )
        never = "no such animal" in prompt
        breaks = [has for has in self.animals.values() if premise <= has and (never or not conclusion <= has)]
        said = {"holds": not breaks}
        if breaks:
            said["counterexample"] = {name: name in breaks[0] for name in self.names}
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": json.dumps(said)}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        """Says nothing."""


def test_a_language_model_is_asked(root):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    told = {**os.environ, "CHAT_URL": address, "CHAT_MODEL": "small", "CHAT_KEY": "secret"}
    example = root / "examples/python/ask_model.py"
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, env=told)
    server.shutdown()
    assert done.returncode == 0, done.stderr
    assert Model.asked[0] == ("/v1/chat/completions", "small", "Bearer secret")
    assert "gives milk -> is a mammal" in done.stdout, done.stdout
    assert "secret" not in done.stdout + done.stderr


def test_the_notebook_runs(root, tmp_path):
    import nbclient
    import nbformat

    notebook = nbformat.read(root / "examples/python/zoo.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(root)}})
    client.execute()
    shown = json.dumps(notebook)
    for kind in ("text/html", "image/svg+xml"):
        assert kind in shown
    assert 'class=\\"chip\\"' in shown and "they are exact" in shown
