#!/bin/sh
# Plays a match between two engines over the protocol and prints the score, from the first one's side.
#
#   scripts/match.sh [-g GAME] [-o 'KEY=VALUE ...'] [-n GAMES] [-t MS] [-r REFEREE] [-v] ENGINE ENGINE
#
# An engine is a command line in quotes that starts the protocol, such as 'papamu --nodes 500'. A third engine,
# papamu (or what PAPAMU names) unless -r names another, is the referee: it checks every move and tells the result. Who answers with an
# illegal move, or refuses one, loses the game; an engine that dies ends the match, and a silent one is waited for.
# Colours alternate; game N is played with seed N. Kangaroo is played with max_moves=300 unless the options set another
# limit: strong players may never end a game.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

game=konane options='' games=10 time=100 referee=${PAPAMU:-papamu} verbose=0
usage() {
    sed -n '4s/^# *//p' "$0" >&2
    exit 2
}
while getopts g:o:n:t:r:v flag; do
    case $flag in
        g) game=$OPTARG ;;
        o) options=$OPTARG ;;
        n) games=$OPTARG ;;
        t) time=$OPTARG ;;
        r) referee=$OPTARG ;;
        v) verbose=1 ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || usage
for number in "$games" "$time"; do
    case $number in '' | *[!0-9]*) usage ;; esac
done

case $game,$options in
    *max_moves=*) ;;
    kangaroo,*)
        options="$options max_moves=300"
        echo "kangaroo is played with max_moves=300; -o max_moves=0 removes the limit" >&2
        ;;
esac

pipes=$(mktemp -d)
trap 'exec 3>&- 5>&- 7>&-; rm -rf "$pipes"; kill $(jobs -p) 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM

# Engines talk through pairs of named pipes: A on 3 and 4, B on 5 and 6, the referee on 7 and 8.
for side in a b r; do mkfifo "$pipes/$side.in" "$pipes/$side.out"; done
sh -c "$1" <"$pipes/a.in" >"$pipes/a.out" &
sh -c "$2" <"$pipes/b.in" >"$pipes/b.out" &
sh -c "$referee" <"$pipes/r.in" >"$pipes/r.out" &
exec 3>"$pipes/a.in" 4<"$pipes/a.out" 5>"$pipes/b.in" 6<"$pipes/b.out" 7>"$pipes/r.in" 8<"$pipes/r.out"
# An engine that has gone is told by `ask`, and does not end the script unheard.
trap '' PIPE

# ask TO FROM COMMAND: sends a command and sets `reply`; fails if it is refused or the engine has gone.
ask() {
    reply='' line=''
    printf '%s\n' "$3" >&"$1" 2>/dev/null || return 1
    while IFS= read -r line <&"$2"; do
        [ -n "$line" ] || break
        reply=$reply${reply:+ }$line
    done
    case $reply in
        '='*) reply=${reply#=} reply=${reply# } ;;
        *) return 1 ;;
    esac
}
# What an engine says, without characters that control a terminal.
tell() { printf '%s\n' "$1" | LC_ALL=C tr -d '\000-\011\013-\037\177' >&2; }
everyone() {
    for fds in '3 4' '5 6' '7 8'; do
        # shellcheck disable=SC2086  # two numbers
        ask $fds "$1" || { tell "refused: $1: $reply"; return 1; }
    done
}

wins=0 losses=0 draws=0 number=0
while [ "$number" -lt "$games" ]; do
    number=$((number + 1))
    everyone "set_game $game $options"
    # Settings that an engine does not have are no reason to stop.
    for fds in '3 4' '5 6'; do
        for setting in "seed $number" "move_time_ms $time"; do
            # shellcheck disable=SC2086
            ask $fds "param $setting" || :
        done
    done
    if [ $((number % 2)) -eq 1 ]; then first=b second=w; else first=w second=b; fi
    moves='' forfeit=''
    while ask 7 8 result && [ "$reply" = none ]; do
        ask 7 8 side_to_move
        side=$reply
        if [ "$side" = "$first" ]; then fds='3 4' other='5 6'; else fds='5 6' other='3 4'; fi
        # shellcheck disable=SC2086
        if ask $fds "genmove $side" && move=$reply && ask 7 8 "play $side $move"; then
            moves="$moves $move"
            # shellcheck disable=SC2086
            ask $other "play $side $move" || { forfeit=$other; break; }
        else
            forfeit=$fds
            break
        fi
    done
    result=$reply
    [ -z "$forfeit" ] || result=$([ "$forfeit" = '3 4' ] && echo "$second+F" || echo "$first+F")
    case $result in
        0) draws=$((draws + 1)) ;;
        [Bb]+*) if [ $first = b ]; then wins=$((wins + 1)); else losses=$((losses + 1)); fi ;;
        *) if [ $first = w ]; then wins=$((wins + 1)); else losses=$((losses + 1)); fi ;;
    esac
    [ $verbose -eq 0 ] || echo "game $number, first engine $first, $result:$moves"
    [ -z "$forfeit" ] || tell "game $number: forfeit ($reply)"
done
echo "$game: +$wins =$draws -$losses"
