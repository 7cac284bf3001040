#!/bin/sh
# Learns the weights of a game's evaluation anew, and puts them into its folder:
#
#     scripts/tune.sh kanga [GAMES [NODES]]
#
# The games are those of the present engine against itself, so that the new weights depend on the old ones. They are the
# same each time for the same engine: the seed is fixed. Build and play a match before you keep them (scripts/sprt.sh).
set -eu
cd "$(dirname "$0")/.."
game=${1:?"usage: scripts/tune.sh GAME [GAMES [NODES]]"}
[ -d "src/games/$game" ] || { echo "tune.sh: no game '$game' in src/games" >&2; exit 2; }
cargo build --release --quiet
weights=$(mktemp)
trap 'rm -f "$weights"' EXIT
target/release/papamu --game "$game" --nodes "${3:-1500}" -v tune -n "${2:-4000}" >"$weights"
cp "$weights" "src/games/$game/weights.in"
