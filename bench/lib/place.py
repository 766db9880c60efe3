"""The work folder: where peers are installed and tables are kept.

It lies outside the repository. What is in it is kept for the next run; it may
be deleted at any time.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LIB = Path(__file__).resolve().parent
INSTALL_LIMIT = 900  # seconds


class NotAtHand(Exception):
    """A tool that cannot be installed or found, and why."""


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or tempfile.gettempdir()
    return Path(base) / "hornbook-bench"


class Place:
    """Folders below the work folder, and installing into them."""

    def __init__(self, cache, hornbook=None, say=print):
        self.cache = Path(cache).resolve()
        self.say = say
        self.tables = self.folder("tables")
        self.scratch = self.folder("scratch")
        self.logs = self.folder("logs")
        self._hornbook = hornbook

    def folder(self, name):
        path = self.cache / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def install(self, argv, log, env=None, cwd=None):
        """Runs a step of an installation; what it says is kept in a log."""
        path = self.logs / f"{log}.log"
        try:
            with open(path, "ab") as out:
                done = subprocess.run([str(word) for word in argv], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                      env=env, cwd=cwd, timeout=INSTALL_LIMIT)
        except FileNotFoundError:
            raise NotAtHand(f"there is no {argv[0]}") from None
        except subprocess.TimeoutExpired:
            raise NotAtHand(f"installing took more than {INSTALL_LIMIT} s") from None
        if done.returncode:
            raise NotAtHand(f"installing failed: {_reason(path)}")

    def python(self, name, packages):
        """An interpreter with the packages, in an environment of its own."""
        home = self.cache / "python" / name
        interpreter = home / "bin" / "python"
        stamp = home / "installed"
        wanted = "\n".join(packages)
        if stamp.exists() and stamp.read_text() == wanted and interpreter.exists():
            return interpreter
        shutil.rmtree(home, ignore_errors=True)
        self.say(f"installing {', '.join(packages)}")
        self.install([sys.executable, "-m", "venv", home], name)
        self.install([interpreter, "-m", "pip", "install", "--disable-pip-version-check", *packages], name)
        stamp.write_text(wanted)
        return interpreter

    def hornbook(self):
        """Our command, as `cargo build --release` makes it."""
        if self._hornbook:
            return Path(self._hornbook).resolve()
        self.say("building hornbook")
        self.install(["cargo", "build", "--release", "--locked", "--manifest-path", REPOSITORY / "Cargo.toml",
                      "-p", "hornbook-cli"], "hornbook")
        target = Path(os.environ.get("CARGO_TARGET_DIR") or REPOSITORY / "target")
        self._hornbook = target / "release" / "hornbook"
        return self._hornbook


def _reason(path):
    lines = [line.strip() for line in path.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or ["no reason given"])[-1][:160]
