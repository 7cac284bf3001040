#!/bin/sh
# Plays a match with gogui-twogtp and prints the results.
#
#   scripts/twogtp.sh [-g GAME] [-n GAMES] [-t MS] [-d PREFIX] [ENGINE [ENGINE]]
#
# An engine is a command line in quotes, such as 'papamu --threads 2'; what makes it play clicks of that game is added.
# Colours alternate, and a third papamu is the referee. The games go to PREFIX-0.sgf and so on, and the table of results
# to PREFIX.dat (twogtp-GAME). gogui-twogtp is taken from the path, or from TWOGTP.
set -eu

game=konane games=10 time=100 prefix=''
usage() {
    sed -n '4s/^# *//p' "$0" >&2
    exit 2
}
while getopts g:n:t:d: flag; do
    case $flag in
        g) game=$OPTARG ;;
        n) games=$OPTARG ;;
        t) time=$OPTARG ;;
        d) prefix=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -le 2 ] || usage
papamu=${PAPAMU:-papamu}
black=${1:-$papamu} white=${2:-$papamu} prefix=${prefix:-twogtp-$game}

twogtp=${TWOGTP:-gogui-twogtp}
if ! command -v "$papamu" >/dev/null; then
    echo "papamu is not on the path: install it with 'cargo install --locked --path .', or set PAPAMU" >&2
    exit 1
fi
if ! command -v "$twogtp" >/dev/null; then
    echo "gogui-twogtp is not on the path. It is a part of GoGui, a free program in Java:" >&2
    echo "  1. install Java, version 8 or later (Debian and Ubuntu: apt install default-jre)" >&2
    echo "  2. unpack the zip file of https://github.com/Remi-Coulom/gogui/releases/latest (version 1.6 or later)" >&2
    echo "  3. put its folder bin on the path, or set TWOGTP to bin/gogui-twogtp in it" >&2
    exit 1
fi
clicks="--steps --game $game --time $time"
# twogtp wants to know how many columns the board has.
size=$(echo gogui-rules_board_size | $papamu $clicks | sed -n 's/^= \([0-9]*\).*/\1/p')

"$twogtp" -auto -alternate -games "$games" -size "$size" -komi 0 -maxmoves -1 -sgffile "$prefix" -force \
    -black "$black $clicks --seed 1" -white "$white $clicks --seed 2" -referee "$papamu $clicks"

# One line a game follows the comments: number, results of Black, White and referee ... error and its text. Results stand
# from the side of the first engine as Black.
awk -F '\t' -v game="$game" '
    /^#/ { next }
    { played++; errors += $12 }
    $4 ~ /^B/ { won++ }
    $4 ~ /^W/ { lost++ }
    END {
        printf "%s: +%d =%d -%d, %d errors\n", game, won, played - won - lost, lost, errors
        exit errors > 0
    }' "$prefix.dat"
