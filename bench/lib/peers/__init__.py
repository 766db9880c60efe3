"""The peers: one file each, with how it is installed and how it is run.

A Python peer's file is both: the driver imports it for the first half, and the
peer's own interpreter runs its second half, `python -m peers.NAME TASK FILE`.
Nothing of the peer is imported on top, so that the driver can do without it.
"""

from place import LIB


class Peer:
    """A tool beside ours."""

    name = ""
    language = ""

    def install(self, place):
        """Makes the tool ready, or raises `NotAtHand`."""
        raise NotImplementedError

    def command(self, task, path):
        """The command that does the task on a file, once installed."""
        raise NotImplementedError

    def version(self):
        return ""


class PythonPeer(Peer):
    """A peer from PyPI, in an environment of its own."""

    language = "Python"
    packages = []
    module = ""

    def install(self, place):
        self.interpreter = place.python(self.name, self.packages)

    def command(self, task, path):
        # `-I` would be cleaner, but then the module is not found.
        return ["/usr/bin/env", f"PYTHONPATH={LIB}", "PYTHONDONTWRITEBYTECODE=1", "PYTHONWARNINGS=ignore",
                self.interpreter, "-m", f"peers.{self.module or self.name}", task, path]

    def version(self):
        return self.packages[0].partition("==")[2]
