"""odis: formal concept analysis in Rust.

Its licence is the AGPL, so nothing of ours is linked with it: a crate of its
own is made in the work folder, with the small program `odis_main.rs`, which
reads a context and computes the canonical basis. It is built as fast as cargo
can: all optimisation, for the processor at hand.

odis has two functions for the canonical basis: the one that its documentation
shows, and one called `optimised`. Both are run.
"""

import os
import shutil

from peers import Peer
from place import LIB, NotAtHand

VERSION = "2026.9.1"
MANIFEST = f"""[package]
name = "odis-basis"
version = "0.0.0"
edition = "2021"
publish = false

[workspace]

[dependencies]
odis = "={VERSION}"

[profile.release]
opt-level = 3
lto = "fat"
codegen-units = 1
"""


class Odis(Peer):
    language = "Rust"

    def __init__(self, variant):
        self.variant = variant
        self.name = "odis" if variant == "default" else f"odis, {variant}"

    def install(self, place):
        home = place.folder("odis")
        (home / "src").mkdir(exist_ok=True)
        self.program = home / "target" / "release" / "odis-basis"
        stamp = home / "installed"
        source = (LIB / "peers" / "odis_main.rs").read_text()
        wanted = MANIFEST + source
        if stamp.exists() and stamp.read_text() == wanted and self.program.exists():
            return
        if not shutil.which("cargo"):
            raise NotAtHand("there is no cargo")
        (home / "Cargo.toml").write_text(MANIFEST)
        (home / "src" / "main.rs").write_text(source)
        place.say(f"building odis {VERSION} (minutes)")
        env = {**os.environ, "RUSTFLAGS": "-C target-cpu=native", "CARGO_TARGET_DIR": str(home / "target")}
        place.install(["cargo", "build", "--release"], "odis", env=env, cwd=home)
        stamp.write_text(wanted)

    def command(self, task, path):
        return [self.program, self.variant, path]

    def version(self):
        return VERSION
