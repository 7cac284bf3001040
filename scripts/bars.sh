#!/bin/sh
# Plays papamu against the plain players of benches/plain in every game at its default size and on some other boards, and prints a line each.
#
#   scripts/bars.sh [-t MS] [-n GAMES] [-c CONCURRENT] [-r RANDOM] [alphabeta|uct] [GAME,OPTIONS ...]
#
# Openings are those of tests/openings where there are any; with -r, and on other boards, so many random turns (4). PAPAMU is the
# program (papamu); PLAIN is the players' command line, which is built if none is named.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

time=200 games=40 concurrent=1 random=''
while getopts t:n:c:r: flag; do
    case $flag in
        t) time=$OPTARG ;;
        n) games=$OPTARG ;;
        c) concurrent=$OPTARG ;;
        r) random=$OPTARG ;;
        *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case ${1:-} in
    alphabeta | uct) player=$1; shift ;;
    *) player=alphabeta ;;
esac
[ $# -gt 0 ] || set -- konane kanga send_it kangaroo kanga,width=9,height=9 konane,width=6,height=6 \
    konane,width=10,height=10 send_it,size=5
root=$(dirname "$0")/..
papamu=${PAPAMU:-papamu}
if [ -z "${PLAIN:-}" ]; then
    cargo build --quiet --release --locked --example plain --manifest-path "$root/Cargo.toml"
    PLAIN="'${CARGO_TARGET_DIR:-$root/target}/release/examples/plain'"
fi
for game; do
    openings=$root/tests/openings/$game.txt
    if [ -z "$random" ] && [ -e "$openings" ]; then
        set -- --openings "$openings"
    else
        set -- --random "${random:-4}"
    fi
    # Not straight into awk: a match that cannot be played ends the script.
    result=$("$papamu" match "$game" --engine "papamu=$papamu" --engine "plain=$PLAIN $player" --games "$games" \
        --time "$time" --concurrency "$concurrent" "$@")
    score=$(echo "$result" | awk 'NR == 1 { games = $4 " " $5 " " $6 } /score/ { print games, $2 " %" }')
    printf '%-26s %-10s %6s ms  %s\n' "$game" "$player" "$time" "$score"
done
