#!/bin/sh
# Lets papamu play a game against itself and prints its moves, the last board and the result.
#
#   scripts/selfplay.sh [GAME [MS [KEY=VALUE ...]]]
#
# PAPAMU is the program. Kangaroo is played with max_moves=300 unless you set another limit: strong players may never end a
# game.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
game=${1:-konane} time=${2:-100}
options=''
[ $# -le 2 ] || { shift 2; options=$*; }
case $game,$options in
    *max_moves=*) ;;
    kangaroo,*)
        options="$options max_moves=300"
        echo "kangaroo is played with max_moves=300; max_moves=0 removes the limit" >&2
        ;;
esac

pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/in" "$pipes/out"
"${PAPAMU:-papamu}" --time "$time" <"$pipes/in" >"$pipes/out" &
exec 3>"$pipes/in" 4<"$pipes/out"

# ask COMMAND: sends a command and sets `reply` to the answer without its mark.
ask() {
    reply=''
    printf '%s\n' "$1" >&3
    while IFS= read -r line <&4 && [ -n "$line" ]; do
        reply=$reply${reply:+"
"}$line
    done
    case $reply in
        '='*) reply=${reply#=} reply=${reply# } ;;
        *) echo "$1: ${reply#?}" >&2; exit 1 ;;
    esac
}

ask "set_game $game $options"
while ask result && [ "$reply" = none ]; do
    ask side_to_move
    side=$reply
    ask "genmove $side"
    echo "$side $reply"
done
result=$reply
ask showboard
echo "$reply"
echo "$result"
