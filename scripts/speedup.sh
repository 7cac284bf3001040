#!/bin/sh
# Measures how much faster several threads reach the depth that one thread reaches: prints, for each game, the geometric mean of the
# ratios of times with its standard error.
#
#   scripts/speedup.sh [-t MS] [-n OPENINGS] [-j THREADS] [GAME ...]
#
# The positions are those after the openings in tests/openings. The script compares the times to the largest depth that both reach,
# if one thread takes at least a tenth of the time limit to reach it. In a turn of several searches, as in Send It, only the first
# one counts, so use more time there (-t 2000). PAPAMU is the program (papamu).
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

time=300 openings=100 threads=2
while getopts t:n:j: flag; do
    case $flag in
        t) time=$OPTARG ;;
        n) openings=$OPTARG ;;
        j) threads=$OPTARG ;;
        *) sed -n '5s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- konane kanga send_it kangaroo
root=$(dirname "$0")/..
for game; do
    grep -v '^#' "$root/tests/openings/$game.txt" | head -n "$openings" | while read -r moves; do
        for number in 1 "$threads"; do
            # shellcheck disable=SC2086 # one argument per word
            log=$(RUST_LOG=debug "${PAPAMU:-papamu}" genmove "$game" --time "$time" --threads "$number" $moves 2>&1) || {
                echo "$0: $log" >&2
                echo failed
                break 2
            }
            printf 'begin %s\n%s\n' "$number" "$log"
        done
    done | awk -v game="$game" -v time="$time" '
        # A line of the main thread: "... thread 0 depth 7 score -3 nodes 1234 microseconds 5678".
        function compare(depth, ratio) {
            for (depth = 250; depth > 1 && !((1, depth) in took && (2, depth) in took); depth--);
            if (depth > 1 && took[1, depth] >= 100 * time) {
                ratio = log(took[1, depth] / took[2, depth])
                sum += ratio; squares += ratio * ratio; count++
            }
            split("", took)
            run = 0
        }
        $1 == "failed" { failed = 1; exit }
        $1 == "begin" { if (run == 2) compare(); run++; last = 0; next }
        / thread 0 depth / {
            for (word = 1; word < NF; word++) value[$word] = $(word + 1)
            # A smaller depth means that the next search of the turn has begun.
            if (value["depth"] <= last) last = 250
            else took[run, last = value["depth"]] = value["microseconds"] + 1
        }
        END {
            if (failed) exit 1
            if (run == 2) compare()
            if (!count) { print game ": nothing was measured"; exit 1 }
            mean = sum / count
            variance = squares / count - mean * mean
            error = count > 1 && variance > 0 ? sqrt(variance / (count - 1)) : 0
            printf "%s: %.2f times faster (standard error %.0f %%, %d positions)\n", game, exp(mean), 100 * error, count
        }'
done
