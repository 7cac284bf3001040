#!/usr/bin/env python3
"""Mutation testing: runs the test suite on mutants of the library, drawn by a seeded shuffle.

    lab/mutants.py [-n COUNT] [-s SEED] [-r RESULTS]

Draws COUNT (100) mutants with SEED (1) from the list that `cargo mutants --list` prints. All of them are compiled into
one build, in which an environment variable selects one. A mutant that cannot be selected like this (because it is
outside a function, or in a constant one) is compiled alone. RESULTS (target/mutants.tsv) has one line per mutant:
outcome, seconds and name. A mutant with a line is not run again, so the script can be stopped and continued. Needs
cargo-mutants (cargo install --locked cargo-mutants). Takes ten minutes to compile, then up to two minutes per mutant
on two cores.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import time

# Folders of src that are not mutated, because they belong to the program.
PROGRAMS = {"cli"}
# A mutant counts as hanging after this many times the duration without a mutant, plus this many seconds.
PATIENCE, SPARE_SECONDS = 5, 60
# The time limit in seconds for a mutant that is compiled alone.
LONGEST_SECONDS = 600
MOST_MEMORY = 12 << 30
VARIABLE = "PAPAMU_MUTANT"
SWITCH = f"""
/// The number of the active mutant.
pub mod mutants {{
    use std::sync::OnceLock;
    static CHOSEN: OnceLock<usize> = OnceLock::new();
    /// The number in the environment; 0 means none.
    pub fn chosen() -> usize {{
        *CHOSEN.get_or_init(|| std::env::var("{VARIABLE}").ok().and_then(|number| number.parse().ok()).unwrap_or(0))
    }}
}}
"""

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


def restore():
    subprocess.run(["git", "-C", tree, "checkout", "--quiet", "--force", "--detach", commit], check=True)


def cargo(*arguments):
    """Runs cargo in the tree, and appends its messages to the log."""
    with open(built / "log", "a") as log:
        return subprocess.run(
            ["cargo", *arguments], cwd=tree, env=environment, stdin=subprocess.DEVNULL, stderr=log, stdout=subprocess.PIPE
        )


def messages(output):
    return (json.loads(line) for line in output.decode().splitlines() if line.startswith("{"))


def offset(text, place):
    """The index in a text of a line and a column, both counted from 1."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1


def span(text, of):
    return offset(text, of["start"]), offset(text, of["end"])


def body(text, start, end):
    """The start and end of the body of the function between these offsets, including its braces."""
    depth, code = 0, False
    for line in text[start:end].splitlines(keepends=True):
        # Documentation before the function may contain braces.
        code = code or not line.lstrip().startswith(("//", "#["))
        for index, letter in enumerate(line if code else ""):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
            if letter == "{" and depth == 0:
                return start + index, end
        start += len(line)
    raise SystemExit("a function has no body")


def switched(numbered):
    """Writes the mutants into the tree, each in its own copy of the body of its function, selected by number. Returns
    the file of each number and its lines in it, including the head of the selection."""
    restore()
    places = {}
    for path in sorted({mutant["file"] for mutant in numbered.values()}):
        text = (tree / path).read_text()
        functions = {}
        for number, mutant in numbered.items():
            if mutant["file"] == path:
                functions.setdefault(body(text, *span(text, mutant["function"]["span"])), []).append(number)
        parts, done = [], 0
        for (start, end), numbers in sorted(functions.items()):
            parts.append(text[done:start])
            head = "".join(parts).count("\n") + 1
            parts.append("{ match crate::mutants::chosen() {\n")
            for number in numbers:
                low, high = span(text, numbered[number]["span"])
                line = "".join(parts).count("\n") + 1
                parts.append(f"{number} => {text[start:low]}{numbered[number]['replacement']}{text[high:end]}\n")
                places[number] = (path, {head, *range(line, "".join(parts).count("\n") + 1)})
            parts.append(f"_ => {text[start:end]} }} }}")
            done = end
        (tree / path).write_text("".join(parts) + text[done:])
    with open(tree / "src/lib.rs", "a") as library:
        library.write(SWITCH)
    return places


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def run(programs, limits, number):
    """Runs the tests with a mutant, and returns the outcome."""
    for program in programs:
        process = subprocess.Popen(
            program,
            cwd=tree,
            env={**environment, VARIABLE: str(number)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=limit_memory,
        )
        try:
            status = process.wait(limits.get(tuple(program), LONGEST_SECONDS))
        except subprocess.TimeoutExpired:
            return "timeout"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also the processes that the tests have started
            process.wait()
        if status != 0:
            return "caught"
    return "missed"


def parts(program):
    """The commands that run each subject of tests/all alone. Most mutants are caught by one that takes a second."""
    listed = subprocess.run([program, "--list"], cwd=tree, check=True, capture_output=True, text=True).stdout
    subjects = sorted({line.split("::")[0] for line in listed.splitlines() if "::" in line and line.endswith(": test")})
    return [[program, f"{subject}::"] for subject in subjects]


def compiled():
    """The test programs, with the doctests last; None if they do not compile."""
    output = cargo("test", "--locked", "--no-run", "--message-format=json")
    if output.returncode != 0:
        return None
    found = []
    for message in messages(output.stdout):
        program = message.get("executable")
        if program and message.get("profile", {}).get("test"):
            found += parts(program) if message["target"]["name"] == "all" else [[program]]
    return found + [["cargo", "test", "--locked", "--quiet", "--doc"]]


def keep(mutant, outcome, begun):
    known[mutant["name"]] = outcome
    with open(options.results, "a") as results:
        results.write(f"{outcome}\t{time.monotonic() - begun:.0f}\t{mutant['name']}\n")


environment = {**os.environ, "CARGO_TARGET_DIR": str(built / "target")}
restore()
folders = sorted(path.name for path in (tree / "src").iterdir() if path.is_dir() and path.name not in PROGRAMS)
files = [argument for folder in folders for argument in ("-f", f"src/{folder}/**/*.rs")]
listed = cargo("mutants", "--list", "--json", "--diff", *files)
mutants = sorted(json.loads(listed.stdout), key=lambda mutant: mutant["name"])
random.Random(options.seed).shuffle(mutants)
drawn = dict(enumerate(mutants[: options.count], start=1))

known = {}
if options.results.exists():
    for line in options.results.read_text().splitlines():
        outcome, _, name = line.split("\t")
        known[name] = outcome
left = {number: mutant for number, mutant in drawn.items() if mutant["name"] not in known}

# Drops mutants with compiler errors on their lines until the others compile.
together = {number: mutant for number, mutant in left.items() if mutant.get("function")}
while together:
    places = switched(together)
    checked = cargo("check", "--locked", "--lib", "--message-format=json")
    if checked.returncode == 0:
        break
    refused = set()
    for message in messages(checked.stdout):
        diagnostic = message.get("message") or {}
        for at in diagnostic.get("spans", []) if diagnostic.get("level") == "error" else []:
            for number, (path, lines) in places.items():
                if at["file_name"] == path and at["line_start"] in lines:
                    refused.add(number)
    if not refused:
        raise SystemExit(f"the mutants do not compile together: see {built / 'log'}")
    print(f"{len(refused)} do not compile with the others", flush=True)
    together = {number: mutant for number, mutant in together.items() if number not in refused}

if together:
    programs, limits = compiled(), {}
    for program in programs:
        begun = time.monotonic()
        if run([program], {}, 0) != "missed" and run([program], {}, 0) != "missed":
            raise SystemExit(f"the tests fail without a mutant: {program}")
        limits[tuple(program)] = PATIENCE * (time.monotonic() - begun) + SPARE_SECONDS
    programs.sort(key=lambda program: limits[tuple(program)])
    for number, mutant in together.items():
        begun = time.monotonic()
        keep(mutant, run(programs, limits, number), begun)

for number, mutant in left.items():
    if number in together:
        continue
    begun = time.monotonic()
    restore()
    subprocess.run(["patch", "--quiet", mutant["file"]], cwd=tree, input=mutant["diff"], check=True, text=True)
    if cargo("check", "--locked", "--lib").returncode != 0:
        keep(mutant, "unviable", begun)
        continue
    programs = compiled()
    keep(mutant, run(programs, {}, 0) if programs else "unviable", begun)
restore()

outcomes = [known[mutant["name"]] for mutant in drawn.values()]
caught = outcomes.count("caught") + outcomes.count("timeout")
total = caught + outcomes.count("missed")
print(f"{caught} of {total} caught, {outcomes.count('unviable')} do not compile")
print("\n".join(f"missed: {mutant['name']}" for mutant in drawn.values() if known[mutant["name"]] == "missed"))
