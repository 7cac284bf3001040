#!/bin/sh
# Plays a match with gogui-twogtp and prints the results.
#
#   scripts/twogtp.sh [-g GAME[,KEY=VALUE...]] [-n GAMES] [-t MS] [-d PREFIX] [ENGINE [ENGINE]]
#
# An engine is a command line in quotes, such as 'papamu --threads 2'. The game and its options are added to both, and to a third
# papamu, which is the referee; an engine that plays another game is refused. Kangaroo is played with max_moves=300 unless you
# set another limit: strong players may never end a game. Colours alternate. The games go to PREFIX-0.sgf and so on, and
# the table of results to PREFIX.dat (twogtp-GAME). gogui-twogtp is taken from the path, or from TWOGTP, papamu from PAPAMU.
# Exits with 1 if a game had an error, or fewer games were played.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

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
for number in "$games" "$time"; do
    case $number in '' | *[!0-9]*) usage ;; esac
done
papamu=${PAPAMU:-papamu}
black=${1:-$papamu} white=${2:-$papamu} prefix=${prefix:-twogtp-${game%%,*}}

twogtp=${TWOGTP:-gogui-twogtp}
if ! command -v "$papamu" >/dev/null; then
    echo "papamu is not on the path: install it with 'cargo install --locked --path .', or set PAPAMU" >&2
    exit 1
fi
if ! command -v "$twogtp" >/dev/null; then
    echo "gogui-twogtp is not on the path. It is a part of GoGui, a free program in Java:" >&2
    echo "  1. install Java, version 9 or later (Debian and Ubuntu: apt install default-jre)" >&2
    echo "  2. unpack the zip file of https://github.com/Remi-Coulom/gogui/releases/latest (version 1.6 or later)" >&2
    echo "  3. put its folder bin on the path, or set TWOGTP to bin/gogui-twogtp in it" >&2
    exit 1
fi
case $game in
    *max_moves=*) ;;
    kangaroo | kangaroo,*)
        game=$game,max_moves=300
        echo "kangaroo is played with max_moves=300; -g kangaroo,max_moves=0 removes the limit" >&2
        ;;
esac
clicks="--steps --game $game --time $time"
# What the engine says that it plays; nothing where it does not start.
plays() {
    echo get_game | sh -c "$1 $clicks" | sed -n 's/^= //p'
}
expected=$(plays "$papamu")
[ -n "$expected" ] || exit 1
for engine in "$black" "$white"; do
    found=$(plays "$engine")
    if [ "$found" != "$expected" ]; then
        echo "$engine plays '$found', not '$expected': give the game and its options with -g" >&2
        exit 1
    fi
done
# twogtp wants to know how many columns the board has.
size=$(echo gogui-rules_board_size | sh -c "$papamu $clicks" | sed -n 's/^= //p')
rows=${size#* } rows=${rows% rect} size=${size%% *}
if [ "$rows" -gt "$size" ] 2>/dev/null; then
    echo "gogui-twogtp takes the number of columns for that of rows, so it refuses moves on a board of $size columns and $rows" \
        "rows: exchange them" >&2
    exit 1
fi

# Its default stack is too small for long games.
JDK_JAVA_OPTIONS="${JDK_JAVA_OPTIONS:-} -Xss256m"
export JDK_JAVA_OPTIONS
failed=0
rm -f "$prefix.dat" # an earlier match is not this one's result
"$twogtp" -auto -alternate -games "$games" -size "$size" -komi 0 -maxmoves -1 -sgffile "$prefix" -force \
    -black "$black $clicks --seed 1" -white "$white $clicks --seed 2" -referee "$papamu $clicks" || failed=$?

[ -e "$prefix.dat" ] || : >"$prefix.dat"
# One line a game follows the comments: number, results of Black, White and referee ... error and its text. Results stand
# from the side of the first engine as Black.
awk -F '\t' -v game="$game" -v games="$games" -v failed="$failed" '
    /^#/ { next }
    { played++; errors += $12 }
    $4 ~ /^B/ { won++ }
    $4 ~ /^W/ { lost++ }
    END {
        printf "%s: +%d =%d -%d, %d errors\n", game, won, played - won - lost, lost, errors
        if (failed || played < games) {
            printf "gogui-twogtp failed (exit status %d): %d of %d games were played\n", failed, played, games >"/dev/stderr"
            exit 1
        }
        exit errors > 0
    }' "$prefix.dat"
