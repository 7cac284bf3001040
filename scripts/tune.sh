#!/bin/sh
# Learns the weights of a game's evaluation anew, or the network that corrects it on boards of one size, and puts them into
# the game's folder:
#
#     scripts/tune.sh kanga [GAMES [NODES [SEED [OPTIONS]]]]
#     scripts/tune.sh kanga --net 7x7 --size 7 [GAMES [NODES [SEED [OPTIONS]]]]     into src/games/kanga/nets/7x7.txt
#
# OPTIONS are those of `papamu tune` that say how the games are played: --random TURNS, --guests PERCENT.
#
# The games are those of the present engine against itself, or a guest, so that what is learned depends on what it knew. They are the
# same each time for the same engine and seed (1). Build and play a match before you keep them (scripts/sprt.sh). A
# network of a new size gets a line in NETS, in the game's eval.rs.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."
game=${1:?"usage: scripts/tune.sh GAME [--net NAME --size SIZE] [GAMES [NODES [SEED [OPTIONS]]]]"}
[ -d "src/games/$game" ] || { echo "tune.sh: no game '$game' in src/games" >&2; exit 2; }
shift
goal="src/games/$game/weights.in" net='' size=''
if [ "${1:-}" = --net ]; then
    [ "$#" -ge 4 ] && [ "$3" = --size ] || { echo "tune.sh: --net NAME --size SIZE" >&2; exit 2; }
    goal="src/games/$game/nets/$2.txt" net=--net size="--size $4"
    shift 4
fi
games=${1:-4000} nodes=${2:-1500} seed=${3:-1}
shift "$(($# < 3 ? $# : 3))"
cargo build --release --quiet
weights=$(mktemp)
trap 'rm -f "$weights"' EXIT
# shellcheck disable=SC2086 # no words where there is no net
target/release/papamu tune "$game" $size --nodes "$nodes" --seed "$seed" -v -n "$games" $net "$@" >"$weights"
cp "$weights" "$goal"
