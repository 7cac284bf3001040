#!/bin/sh
# Drills for which tests take too long: how many commands a second, and whether memory stays flat.
#
#   scripts/drill.sh
#
# A million simple commands, 100,000 moves taken back, and 10,000 games in one process, each with no more than 256 MiB of address
# space. PAPAMU is the program.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

papamu=${PAPAMU:-papamu}
command -v "$papamu" >/dev/null || {
    echo "$0: there is no program $papamu: cargo install --locked --path ." >&2
    exit 2
}
input=$(mktemp)
trap 'rm -f "$input"' EXIT

# drill NAME COMMANDS: how fast the commands in $input are answered
drill() {
    begun=$(date +%s%N)
    replies=$( (
        ulimit -v 262144
        "$papamu" --nodes 1 --hash 1 <"$input"
    ) | grep -c '^=' || true)
    ended=$(date +%s%N)
    if [ "$replies" -ne "$2" ]; then
        echo "$1: only $replies of $2 commands were answered" >&2
        exit 1
    fi
    echo "$1: $2 commands, $(($2 * 1000000 / ((ended - begun) / 1000 + 1))) a second"
}

yes name | head -n 1000000 >"$input"
drill 'simple commands' 1000000
awk 'BEGIN { for (i = 0; i < 100000; i++) print "play b D5\nundo" }' >"$input"
drill 'moves taken back' 200000
awk 'BEGIN {
    for (i = 0; i < 10000; i++) {
        print "set_game kanga width=3 height=3"
        print "play b B2\nplay w A2\nplay b B1\nplay w A1\nplay b B3"
    }
}' >"$input"
drill '10,000 games' 60000
