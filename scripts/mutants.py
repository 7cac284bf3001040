#!/usr/bin/env python3
"""Checks that the tests notice mutations of the code: runs the suite on mutants drawn by a seeded shuffle.

    scripts/mutants.py [-n COUNT] [-s SEED] [-r RESULTS]

COUNT (100) mutants of the core are drawn with SEED (1) from what `cargo mutants --list` prints. A line a mutant goes into
RESULTS (target/mutants.tsv): outcome, seconds and name. A mutant that has a line is not run again, so the script can be
stopped and continued. Needs cargo-mutants (cargo install --locked cargo-mutants). A mutant takes one to five minutes on
two cores.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import time

FOLDERS = ["board", "game", "games", "session", "engine", "gtp", "search", "solve"]
TIMEOUT = 900

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("-n", dest="count", type=int, default=100)
parser.add_argument("-s", dest="seed", type=int, default=1)
parser.add_argument("-r", dest="results", type=pathlib.Path, default=pathlib.Path("target/mutants.tsv"))
options = parser.parse_args()

os.chdir(pathlib.Path(__file__).resolve().parent.parent)
built = pathlib.Path("target/mutants").resolve()
tree = built / "tree"
if not tree.is_dir():
    built.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, "HEAD"], check=True)
commit = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
subprocess.run(["git", "-C", tree, "checkout", "--quiet", "--force", "--detach", commit], check=True)

files = [argument for folder in FOLDERS for argument in ("-f", f"src/{folder}/**/*.rs")]
listed = subprocess.run(
    ["cargo", "mutants", "--list", "--json", "--diff", *files], cwd=tree, check=True, capture_output=True, text=True
)
mutants = sorted(json.loads(listed.stdout), key=lambda mutant: mutant["name"])
random.Random(options.seed).shuffle(mutants)

known = {}
if options.results.exists():
    for line in options.results.read_text().splitlines():
        outcome, _, name = line.split("\t")
        known[name] = outcome
environment = {**os.environ, "CARGO_TARGET_DIR": str(built / "target")}


def cargo_test(*arguments):
    """The exit status of `cargo test`, or None after the timeout."""
    command = ["timeout", "--kill-after=5", str(TIMEOUT), "cargo", "test", "--locked", "--quiet", *arguments]
    status = subprocess.run(
        command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
    ).returncode
    return None if status in (124, 137) else status


for mutant in mutants[: options.count]:
    if mutant["name"] in known:
        continue
    begun = time.monotonic()
    with open(built / "log", "w") as log:
        subprocess.run(["patch", "--quiet", mutant["file"]], cwd=tree, input=mutant["diff"], check=True, text=True)
        if cargo_test("--no-run") != 0:
            outcome = "unviable"
        else:
            outcome = {None: "timeout", 0: "missed"}.get(cargo_test(), "caught")
        subprocess.run(["git", "checkout", "--quiet", "."], cwd=tree, check=True)
    known[mutant["name"]] = outcome
    with open(options.results, "a") as results:
        results.write(f"{outcome}\t{time.monotonic() - begun:.0f}\t{mutant['name']}\n")

drawn = [known[mutant["name"]] for mutant in mutants[: options.count]]
caught = drawn.count("caught") + drawn.count("timeout")
total = caught + drawn.count("missed")
print(f"{caught} of {total} caught, {drawn.count('unviable')} do not compile")
print("\n".join(f"missed: {mutant['name']}" for mutant in mutants[: options.count] if known[mutant["name"]] == "missed"))
