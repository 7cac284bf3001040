#!/bin/sh
# Spreads a tournament over cores and machines with GNU parallel, and adds the results up.
#
#   scripts/tournament.sh [-j JOBS] [-p PARTS] [-S LOGIN,...] [-d FOLDER] -- [GAME] MATCH_OPTION ...
#
# Each of the PARTS (2) is a match of its own: `papamu match` with the options after --, and a seed of its own, so -n is
# the number of games of a part. JOBS (2) run at a time on each machine. With -S, as with parallel's --sshlogin, they
# run on other machines too (: is this one): papamu and the engines must be there under the same names, and the
# records come back over the connection. FOLDER (tournament) gets the records, one file a part; parts whose
# file is complete are not played again.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

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
if ! command -v parallel >/dev/null; then
    echo "GNU parallel is missing (Debian and Ubuntu: apt install parallel)" >&2
    exit 1
fi
papamu=${PAPAMU:-papamu}
mkdir -p "$folder"

# A part writes its records to standard output at its end; only then is its file there.
quoted=''
for word; do quoted="$quoted '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"; done
part="dir=\$(mktemp -d) && $papamu match $quoted --seed {} --records \$dir/games >/dev/null && cat \$dir/games; rm -rf \$dir"
for seed in $(seq "$parts"); do
    [ -s "$folder/$seed.jsonl" ] || echo "$seed"
done | parallel --will-cite --jobs "$jobs" --sshlogin "$logins" --line-buffer --tag --tagstring '{}' "$part" >"$folder/new" || {
    echo "a part has failed" >&2
    exit 1
}
# Each line comes with the number of its part before a tab.
for seed in $(cut -f 1 "$folder/new" | sort -nu); do
    sed -n "s/^$seed	//p" "$folder/new" >"$folder/$seed.jsonl"
done
rm "$folder/new"
$papamu replay "$folder"/*.jsonl
$papamu results "$folder"/*.jsonl
