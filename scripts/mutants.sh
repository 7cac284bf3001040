#!/bin/sh
# Checks that the tests notice mutations of the code: runs the suite on mutants drawn by a seeded shuffle.
#
#   scripts/mutants.sh [-n COUNT] [-s SEED] [-r RESULTS]
#
# COUNT (100) mutants of the core are drawn with SEED (1). A line a mutant goes into RESULTS (target/mutants.tsv): the
# outcome and its name. A mutant that has a line is not run again, so the script can be stopped and continued. Needs
# cargo-mutants (cargo install --locked cargo-mutants). A mutant takes one to five minutes on two cores.
set -eu

count=100 seed=1 results=''
while getopts n:s:r:h flag; do
    case $flag in
        n) count=$OPTARG ;;
        s) seed=$OPTARG ;;
        r) results=$OPTARG ;;
        h) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
command -v cargo-mutants >/dev/null || { echo "cargo-mutants is missing: cargo install --locked cargo-mutants" >&2; exit 1; }
cd "$(dirname "$0")/.."
built=$PWD/target/mutants
results=${results:-target/mutants.tsv}
mkdir -p "$built"
touch "$results"

# The tree is mutated in a copy; what is built there is kept from one mutant to the next.
tree=$built/tree
[ -d "$tree" ] || git worktree add --quiet --detach "$tree" HEAD
git -C "$tree" checkout --quiet --detach "$(git rev-parse HEAD)"

list() {
    for folder in board game games session engine gtp search solve; do
        (cd "$tree" && cargo mutants --list --colors never -f "src/$folder/**/*.rs")
    done
}
# Bytes that depend on the seed alone, for the shuffle.
awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < 1000000; i++) printf "%c", 33 + int(90 * rand()) }' >"$built/random"
list | sort -u | shuf --random-source="$built/random" | head -n "$count" >"$built/drawn"

while IFS= read -r mutant; do
    cut -f 2 "$results" | grep -qxF -- "$mutant" && continue
    pattern=^$(printf '%s' "$mutant" | sed 's/[][\.*^$+?(){}|]/\\&/g')\$
    rm -rf "$built/out"
    (cd "$tree" && CARGO_TARGET_DIR="$built/target" cargo mutants --in-place --baseline skip --timeout 900 \
        --colors never -F "$pattern" -o "$built/out" -- --locked) >"$built/log" 2>&1 </dev/null || :
    outcome=none
    for kind in caught missed timeout unviable; do
        [ -s "$built/out/mutants.out/$kind.txt" ] && outcome=$kind
    done
    printf '%s\t%s\n' "$outcome" "$mutant" >>"$results"
done <"$built/drawn"

# A timeout is caught; a mutant that does not compile is left out.
awk -F '\t' '{ count[$1]++ } END {
    caught = count["caught"] + count["timeout"]; all = caught + count["missed"]
    printf "%d of %d caught (%.1f %%), %d do not compile\n", caught, all, all ? 100 * caught / all : 0, count["unviable"]
}' "$results"
sed -n 's/^missed	//p' "$results"
