#!/bin/sh
# Tells whether this tree plays better than a revision of it: builds both, and plays until it is decided.
#
#   scripts/sprt.sh REVISION [GAME] [OPTION ...]
#
# The options are those of `papamu match`, such as kanga --time 50 -c 2; without -n a match has 1000 games at most.
# The test is between 0 and 20 Elo unless SPRT holds other bounds, such as 'elo0=-10 elo1=10'. What is built of the
# revision goes into a folder beside this tree's own, and is used again.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

[ $# -ge 1 ] || { sed -n '4s/^# *//p' "$0" >&2; exit 2; }
revision=$1
shift
cd "$(dirname "$0")/.."
commit=$(git rev-parse --verify --quiet "$revision^{commit}") || { echo "no revision '$revision'" >&2; exit 1; }

built=${CARGO_TARGET_DIR:-target}
old=$built/revisions/$commit
if [ ! -x "$old/release/papamu" ]; then
    tree=$(mktemp -d)
    trap 'git worktree remove --force "$tree/tree" 2>/dev/null || :; rm -rf "$tree"' EXIT
    git worktree add --quiet --detach "$tree/tree" "$commit"
    case $old in /*) ;; *) old=$PWD/$old ;; esac
    (cd "$tree/tree" && cargo build --quiet --release --locked --target-dir "$old")
    git worktree remove --force "$tree/tree"
    rm -rf "$tree"
fi
cargo build --quiet --release --locked
case " $* " in *" -n "* | *" --games "*) ;; *) set -- -n 1000 "$@" ;; esac
# shellcheck disable=SC2086 # the bounds are words
exec "$built/release/papamu" match \
    -e "new=$built/release/papamu" -e "old=$old/release/papamu" "$@" \
    --sprt ${SPRT:-elo0=0 elo1=20}
