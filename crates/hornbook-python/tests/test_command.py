"""The command in the wheel."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HORNBOOK = Path(sys.executable).parent / "hornbook"


def run(*arguments, **options):
    return subprocess.run([HORNBOOK, *map(str, arguments)], capture_output=True, text=True, **options)


def test_output_errors_and_exit_codes(zoo, tmp_path):
    done = run("learn", zoo, "--top", "1")
    assert done.returncode == 0 and done.stdout.startswith("milk <-> type=mammal")
    assert run("--version").stdout.startswith("hornbook ")
    bad = run("learn", tmp_path / "nothere.csv")
    assert bad.returncode == 2 and bad.stderr.startswith("error: ")
    assert run("learn", zoo, "--nonsense").returncode == 2
    run("basis", zoo, "--output", tmp_path / "rules.json")
    assert run("entails", tmp_path / "rules.json", "feathers -> airborne").returncode == 1
    assert run("learn", "-", "--input-format", "csv", "--quiet", input=zoo.read_text()).returncode == 0
    assert run("help").stdout.count("hornbook") > 3


def test_a_reader_that_goes_away_is_no_error(zoo):
    line = f"'{HORNBOOK}' learn '{zoo}' --all --quiet | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, text=True)
    assert done.stdout.count("\n") == 1 and "Traceback" not in done.stderr


def test_ctrl_c_ends_a_run_with_what_it_has(root):
    line = [HORNBOOK, "learn", root / "data" / "breast-cancer.csv", "--method", "pac", "--epsilon", "0.00001"]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    os.kill(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert process.returncode == 1 and "Stopped early (interrupted)" in errors, errors
    assert "->" in out and "Traceback" not in errors


def test_the_page_is_served(tmp_path):
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [HORNBOOK, "serve", tmp_path, "--port", str(port)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        for _ in range(100):
            try:
                status = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).status
                break
            except OSError:
                time.sleep(0.1)
        assert status == 200
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()


def test_an_exploration_fills_the_terminal(tmp_path):
    import fcntl
    import pty
    import select
    import struct
    import termios

    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.chdir(tmp_path)
        os.environ["TERM"] = "xterm-256color"
        os.execv(HORNBOOK, [str(HORNBOOK), "explore", "--attributes", "hair,milk", "--noun", "an animal", "--seed", "1"])
    shown, quit_at = b"", time.monotonic() + 3
    ends_at, said = time.monotonic() + 20, False
    try:
        while time.monotonic() < ends_at:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    shown += os.read(terminal, 65536)
                except OSError:
                    break
            if not said and time.monotonic() > quit_at:
                os.write(terminal, b"\x03")
                said = True
        _, status = os.waitpid(child, 0)
    finally:
        os.close(terminal)
    assert b"\x1b[?1049h" in shown and b"hair" in shown
    # The terminal is given back as it was.
    assert shown.rstrip().rfind(b"\x1b[?1049l") > shown.rfind(b"\x1b[?1049h")
    assert os.waitstatus_to_exitcode(status) in (0, 1)
