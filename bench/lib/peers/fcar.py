"""fcaR: formal concept analysis in R, with LinCbO in C++ for the canonical basis.

R and the package are used where they are installed. Debian has R but not fcaR,
and CRAN is not reached from everywhere; so they are installed only when asked
for, with `--with fcaR`.
"""

import shutil
import subprocess

from peers import Peer
from place import LIB, NotAtHand

HAS = 'quit(status = if (requireNamespace("fcaR", quietly = TRUE)) 0 else 1)'
INSTALL = 'chooseCRANmirror(ind = 1); install.packages("fcaR", lib = commandArgs(TRUE)[1])'


class FcaR(Peer):
    name = "fcaR"
    language = "R, C++"

    def __init__(self, may_install):
        self.may_install = may_install
        self.library = None

    def install(self, place):
        self.library = place.folder("r-library")
        if self.may_install and not self._ready():
            if not shutil.which("Rscript"):
                place.say("installing R")
                place.install(["apt-get", "install", "-y", "--no-install-recommends", "r-base-dev"], "fcaR")
            place.say("installing fcaR (minutes)")
            place.install(["Rscript", "-e", INSTALL, self.library], "fcaR")
        if not shutil.which("Rscript"):
            raise NotAtHand("R is not installed")
        if not self._ready():
            raise NotAtHand("R's package fcaR is not installed" +
                            (", and could not be fetched" if self.may_install else ""))

    def _ready(self):
        return bool(shutil.which("Rscript")) and subprocess.run(
            ["/usr/bin/env", f"R_LIBS={self.library}", "Rscript", "-e", HAS],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def command(self, task, path):
        return ["/usr/bin/env", f"R_LIBS={self.library}", "Rscript", LIB / "peers" / "fcar.R", path]
