#!/bin/sh
# Proves the results of docs/solved.md again, and reports whether they are the same.
#
#   scripts/solved.sh [quick|all|long]
#
# quick (the default) takes about a minute. all may take an hour and needs HASH=9000. long proves Konane 7 x 8, which takes
# hours and needs HASH=16384. THREADS and HASH (mebibytes) are for the solver; PAPAMU is the program.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

which=${1:-quick}
case $which in quick | all | long) ;; *)
    echo "usage: $0 [quick|all|long]" >&2
    exit 2
    ;;
esac
papamu=${PAPAMU:-papamu}
command -v "$papamu" >/dev/null || {
    echo "$0: program $papamu not found: run cargo install --locked --path ." >&2
    exit 2
}
threads=${THREADS:-2}
hash=${HASH:-1000}
failed=0

# told EXPECTED FOUND WHAT: compares and reports a result
told() {
    if [ "$1" = "$2" ]; then verdict=ok; else verdict="NOT $1" failed=1; fi
    printf '%-6s %-60s %s\n' "$2" "$3" "$verdict"
}

# winner SIDE ARGUMENTS...: the winner if SIDE is to move
winner() {
    side=$1 other=black
    [ "$side" = white ] || other=white
    shift
    # 3 is the exit status of an unknown answer.
    answer=$("$papamu" solve "$@" --threads "$threads" --hash "$hash") || [ $? -eq 3 ] || answer=failed
    case $answer in win*) echo "$side" ;; loss) echo "$other" ;; *) echo "$answer" ;; esac
}

# proves EXPECTED ARGUMENTS...: checks the winner if Black is to move
proves() {
    expected=$1
    shift
    told "$expected" "$(winner black "$@")" "$*"
}

# any EXPECTED COLUMNS ROWS: Kōnane if Black may begin with any stone. Black wins if White, to move, loses after one of them. On a
# board that looks the same after half a turn, half of the stones are enough.
any() {
    found=none
    for position in $(awk -v columns="$2" -v rows="$3" 'BEGIN {
        holes = columns * rows / ((columns + rows) % 2 ? 1 : 2)
        for (hole = 0; hole < holes; hole++) {
            if ((int(hole / columns) + hole % columns) % 2) continue
            text = ""
            for (cell = 0; cell < columns * rows; cell++) {
                if (cell && cell % columns == 0) text = text "/"
                stone = (int(cell / columns) + cell % columns) % 2 ? "o" : "x"
                text = text (cell == hole ? 1 : stone)
            }
            print text
        }
    }'); do
        found=$(winner white konane --size "$2x$3" --position "$position w")
        [ "$found" = white ] || break
    done
    told "$1" "$found" "konane --size $2x$3, any stone first"
}

# with_komi EXPECTED KOMI OPTIONS: Send It with a komi that bounds the winner's margin
with_komi() {
    answer=$(printf 'set_game send_it %s\nkomi %s\nsolve 3600\n' "$3" "$2" |
        "$papamu" --threads "$threads" --hash "$hash" --time 0 | sed -n 's/^= *\([a-z]\)/\1/p') || answer=failed
    case $answer in win*) answer=black ;; loss) answer=white ;; esac
    told "$1" "$answer" "send_it $3, komi $2"
}

if [ "$which" = long ]; then
    proves white konane --size 7x8
    exit $failed
fi
proves white konane --size 4
any white 4 4
for rows in 5 6 7 8 9 10; do
    proves white konane --size 4x$rows
    any white 4 $rows
done
proves white konane --size 5x6
any white 5 6
proves black konane --size 5x7
proves black konane --size 5
proves white konane --size 6
any white 6 6
for board in 5x4 4x7 5x6 7x6; do proves white "konane,opening=middle_off" --size $board; done
proves black kanga --size 3
for rows in 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
    proves black kanga --size 3x$rows
done
proves black kanga --size 4
proves black send_it --size 2
proves white send_it --size 3
proves white send_it,board=square --size 3
proves white send_it,board=square --size 4
with_komi black 6.5 size=2
with_komi white -18.5 size=3
with_komi white -8.5 'board=square size=3'
with_komi white -15.5 'board=square size=4'
if [ "$which" = all ]; then
    proves white konane --size 5x8
    any white 5 8
    proves white konane --size 6x7
    any white 6 7
    proves white konane --size 6x8
    any white 6 8
    proves black konane --size 7
    told black "$(winner white konane --size 7 A7)" 'konane --size 7 A7'
    proves black kanga --size 4x5
    proves black kanga --size 4x6
    proves black kanga --size 5
fi
exit $failed
