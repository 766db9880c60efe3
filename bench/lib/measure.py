"""Runs a command and tells what it took: CPU seconds, wall seconds, peak memory.

The kernel counts the memory of the process that forks into the peak memory of
the command it starts. A Python driver would so hide everything below its own
ten megabytes. Hence a shell starts the command and leaves, the driver adopts
the orphan, and waits for it: the shell's megabyte is then the only floor.
"""

import ctypes
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
SHORT = 2.0  # seconds: what takes longer is not repeated
PATIENCE = 3  # limits: how long to wait at most for what gets no processor
TRIES = 20  # for a command that is over before its shell is


def _adopt():
    """Whether orphans of this process can be made its children."""
    if not sys.platform.startswith("linux"):
        return False
    return ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0) == 0


ADOPTS = _adopt()


@dataclass
class Run:
    """One run: what it took, and how it ended if not well."""

    wall: float
    user: float
    system: float
    memory: int  # bytes, the peak
    failure: str = ""
    stdout: str = ""

    @property
    def cpu(self):
        return self.user + self.system


@dataclass
class Entry:
    """A tool on an input: a command to be measured, or why there is none."""

    tool: str
    argv: list = field(default_factory=list)
    limit: float = 40.0
    absent: str = ""  # why it cannot be run
    facts: object = None  # a function of the standard output: what else is known


def _resident(pid):
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _worked(pid):
    """CPU seconds so far; without end where that cannot be known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return math.inf


def _too_long(pid, wall, limit):
    """Both wall and CPU time are over the limit, so that a busy machine is no
    reason to stop; but there is an end to patience."""
    return wall > PATIENCE * limit or (wall > limit and _worked(pid) > limit)


def _watch(pid, group, limit, memory, done, verdict):
    """Ends the group when it is over a limit; the verdict tells which."""
    start = time.perf_counter()
    while not done.wait(0.02 if time.perf_counter() - start < 1 else 0.1):
        if _too_long(pid, time.perf_counter() - start, limit):
            verdict.append(f"stopped after {limit:g} s")
        elif _resident(pid) > memory:
            verdict.append(f"stopped at {memory / 1e9:.0f} GB of memory")
        else:
            continue
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return


def _start(argv, out, err):
    """Starts the command in a session of its own: its pid and its group."""
    if not ADOPTS:
        with open(out, "wb") as stdout, open(err, "wb") as stderr:
            process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                       start_new_session=True)
        return process.pid, process.pid
    script = 'out=$1 err=$2; shift 2; "$@" >"$out" 2>"$err" </dev/null & echo $!'
    shell = subprocess.Popen(["/bin/sh", "-c", script, "sh", str(out), str(err), *argv], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, start_new_session=True)
    pid = int(shell.communicate()[0])
    return pid, shell.pid


def run(argv, limit, memory, scratch):
    """Runs a command to its end or to a limit. Its output goes through files.

    On a busy machine a short command may end before the shell that started it. The
    shell then waits for it, and what it took is not known: so it is run again.
    """
    for _ in range(TRIES - 1):
        try:
            return _run(argv, limit, memory, scratch)
        except ChildProcessError:
            pass
    return _run(argv, limit, memory, scratch)


def _run(argv, limit, memory, scratch):
    out, err = scratch / "stdout", scratch / "stderr"
    start = time.perf_counter()
    pid, group = _start([str(word) for word in argv], out, err)
    done, verdict = threading.Event(), []
    watcher = threading.Thread(target=_watch, args=(pid, group, limit, memory, done, verdict), daemon=True)
    watcher.start()
    try:
        _, status, usage = os.wait4(pid, 0)
    except ChildProcessError:
        done.set()
        watcher.join()
        raise
    except BaseException:
        os.killpg(group, signal.SIGKILL)
        raise
    wall = time.perf_counter() - start
    done.set()
    watcher.join()
    failure = verdict[0] if verdict else _failure(status, err.read_text(errors="replace"))
    return Run(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss * 1024, failure, out.read_text(errors="replace"))


def _failure(status, stderr):
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return ""
    said = [line.strip() for line in stderr.splitlines() if line.strip()]
    what = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{what}: {said[-1][:160]}" if said else what


def last_json(stdout):
    """The facts that a runner prints as its last line."""
    lines = stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines else {}


def side_by_side(entries, memory, scratch, repeats, say):
    """Measures entries in turns, so that a slow minute of the machine hits all.

    What was short is repeated, and the least time counts: noise only adds. The
    spread is how much longer the longest run took, as a share of the least.
    """
    runs = [[] for _ in entries]
    facts = [{} for _ in entries]
    failures = [entry.absent for entry in entries]
    for turn in range(repeats):
        for at, entry in enumerate(entries):
            if failures[at] or (turn and runs[at][0].wall > SHORT):
                continue
            result = run(entry.argv, entry.limit, memory, scratch)
            runs[at].append(result)
            failures[at] = result.failure
            if not result.failure and entry.facts:
                try:
                    facts[at] = merge(facts[at], entry.facts(result.stdout))
                except (OSError, ValueError, KeyError) as error:
                    failures[at] = f"no result to be read: {error}"
            if turn == 0:
                say(f"  {entry.tool}: {failures[at] or f'{result.wall:.3g} s'}")
    return [summary(*each) for each in zip(entries, runs, facts, failures)]


def merge(old, new):
    """Facts of several runs: the least time, and the latest of all else."""
    merged = {**old, **new}
    for key in ("computing", "reading"):
        if key in old and key in new:
            merged[key] = min(old[key], new[key])
    return merged


def summary(entry, runs, facts, failure):
    """What is kept of an entry, as it stands in the results."""
    kept = {"tool": entry.tool, "failure": failure, **facts}
    if runs:
        cpu = [each.cpu for each in runs]
        kept.update(
            cpu=min(cpu),
            user=min(each.user for each in runs),
            wall=min(each.wall for each in runs),
            spread=(max(cpu) - min(cpu)) / max(min(cpu), 1e-4),
            memory=max(each.memory for each in runs),
            runs=len(runs),
        )
    return kept
