#!/bin/sh
# Spreads a tournament over cores and machines with GNU parallel, and adds the results up.
#
#   scripts/tournament.sh [-j JOBS] [-p PARTS] [-S LOGIN,...] [-d FOLDER] -- [GAME] MATCH_OPTION ...
#
# Each of the PARTS (2) is a match of its own: `papamu match` with the options after --, and a seed of its own, so -n is
# the number of games of a part. JOBS (2) run at a time on each machine. With -S, as with parallel's --sshlogin, they
# run on other machines too (: is this one): papamu and the engines must be there under the same names, and the
# records come back over the connection. A part that fails on one machine is tried on the others.
#
# FOLDER (tournament) gets the records, one file a part, and the match options. To stop, interrupt the script; to
# continue, or to play failed parts again, run the same command. Complete parts are not played again. JOBS, PARTS and
# the machines may change; other match options need another folder.
#
# Exit status: 0 if all parts are complete, 1 if some are not, 2 if nothing was played.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

# refuse MESSAGE: ends before anything was played
refuse() {
    echo "$0: $1" >&2
    exit 2
}

jobs=2 parts=2 logins=: folder=tournament
while getopts j:p:S:d: flag; do
    case $flag in
        j) jobs=$OPTARG ;;
        p) parts=$OPTARG ;;
        S) logins=$OPTARG ;;
        d) folder=$OPTARG ;;
        *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
for number in "$jobs" "$parts"; do
    case $number in '' | *[!0-9]* | 0*) refuse "$number: not a positive number" ;; esac
done
command -v parallel >/dev/null || refuse "GNU parallel is missing (Debian and Ubuntu: apt install parallel)"
papamu=${PAPAMU:-papamu}

quoted=''
for word; do quoted="$quoted '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"; done
mkdir -p "$folder"
if [ -e "$folder/pid" ] && kill -0 "$(cat "$folder/pid")" 2>/dev/null; then
    refuse "$folder is in use by process $(cat "$folder/pid")"
fi
if [ -e "$folder/options" ]; then
    [ "$(cat "$folder/options")" = "$quoted" ] ||
        refuse "$folder has parts with other options; choose another folder with -d, or repeat:$(cat "$folder/options")"
else
    for file in "$folder"/*.jsonl; do
        [ ! -e "$file" ] || refuse "$file is of a tournament whose options are unknown; choose another folder with -d"
    done
    printf '%s\n' "$quoted" >"$folder/options"
fi
echo $$ >"$folder/pid"

# missing: the numbers of the parts that are not complete
missing() {
    for seed in $(seq "$parts"); do
        [ -s "$folder/$seed.jsonl" ] || printf '%s ' "$seed"
    done
}

# collect: takes over the parts that have come back whole. Their last line is `end`.
collect() {
    for seed in $(missing); do
        if [ "$(tail -n 1 "$folder/new/$seed" 2>/dev/null)" = end ]; then
            sed '$d' "$folder/new/$seed" >"$folder/new/$seed.jsonl"
            mv "$folder/new/$seed.jsonl" "$folder"
        elif [ -s "$folder/new/$seed.err" ]; then
            sed "s/^/part $seed: /" "$folder/new/$seed.err" >&2
        fi
    done
    rm -rf "$folder/new"
}

running=''
# GNU parallel waits for its jobs at the first signal, and ends them at the second.
stop() {
    status=$?
    trap '' INT TERM
    if [ -n "$running" ]; then
        kill -TERM "$running" 2>/dev/null && sleep 1 && kill -TERM "$running" 2>/dev/null || :
        wait "$running" 2>/dev/null || :
    fi
    collect
    rm -f "$folder/pid"
    set -- $(missing)
    [ $# -eq 0 ] || echo "$0: $# of $parts parts are not complete: $*; to play them, run the same command again" >&2
    exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A run that was killed has left its parts.
collect
todo=$(missing)
if [ -n "$todo" ]; then
    # A part writes its records at its end, when they are complete.
    part="dir=\$(mktemp -d) && trap 'rm -rf \$dir' EXIT && trap 'exit 143' TERM"
    part="$part && $papamu match $quoted --seed {} --records \$dir/games >/dev/null && cat \$dir/games && echo end"
    # A part is tried once on each machine.
    machines=$(printf '%s\n' "$logins" | tr , '\n' | wc -l)
    # shellcheck disable=SC2086 # the numbers are words
    parallel --will-cite --jobs "$jobs" --sshlogin "$logins" --retries "$machines" \
        --results "$folder/new/{}" "$part" ::: $todo >/dev/null </dev/null &
    running=$!
    wait "$running" || :
    running=''
    collect
fi
set -- "$folder"/*.jsonl
[ -e "$1" ] || exit 1
$papamu replay "$@"
$papamu results "$@"
[ -z "$(missing)" ]
