#!/bin/sh
# Lets papamu play a game against itself and prints its moves, the last board and the result.
#
#   scripts/selfplay.sh [GAME [MS [KEY=VALUE ...]]]
#
# PAPAMU is the program.
set -eu
game=${1:-konane} time=${2:-100}
[ $# -le 2 ] || { shift 2; options=$*; }

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

ask "set_game $game ${options:-}"
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
