#!/bin/sh
# Starts GoGui with papamu in it, as player and as referee.
#
#   scripts/gogui.sh [-c both|black|white|none] [GAME [OPTION ...]]
#
# GAME is konane, kanga, send_it or kangaroo; the options are papamu's, such as --size 6 or --time 3000. GoGui cannot
# draw boards with different numbers of columns and rows. -c says
# which colours the computer plays (white). GoGui is taken from the path, or from GOGUI, papamu from PAPAMU.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

computer=white
while getopts c: flag; do
    case $flag in
        c) computer=$OPTARG ;;
        *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case $computer in both | black | white | none) ;; *) echo "-c takes both, black, white or none" >&2; exit 2 ;; esac
game=${1:-konane}
[ $# -eq 0 ] || shift

papamu=${PAPAMU:-papamu}
gogui=${GOGUI:-gogui}
if ! command -v "$papamu" >/dev/null; then
    echo "papamu is not on the path: install it with 'cargo install --locked --path .', or set PAPAMU" >&2
    exit 1
fi
if ! command -v "$gogui" >/dev/null; then
    echo "GoGui is not on the path. It is a free program in Java:" >&2
    echo "  1. install Java, version 8 or later (Debian and Ubuntu: apt install default-jre)" >&2
    echo "  2. unpack the zip file of https://github.com/Remi-Coulom/gogui/releases/latest (version 1.6 or later)" >&2
    echo "  3. put its folder bin on the path, or set GOGUI to bin/gogui in it" >&2
    exit 1
fi
# The copy that is the referee must refuse losing passes too, and GoGui does not tell it that it runs in GoGui.
set -- --steps --refuse-losing-pass --game "$game" "$@"
# Wrong options are told here, where they can be read; GoGui would only say that the program has ended.
size=$(echo gogui-rules_board_size | "$papamu" "$@" | sed -n 's/^= //p')
case $size in
    '') exit 1 ;;
    *rect)
        echo "GoGui 1.6 draws square boards and hexagons only: of $size it would crash, or show as many rows as columns" >&2
        exit 1
        ;;
esac
# GoGui takes 6.5 points for White otherwise, which would count in Send It.
# GoGui takes the command line apart by itself: words with spaces need quotes.
program=
for word in "$papamu" "$@"; do
    case $word in *' '*) word="\"$word\"" ;; esac
    program="${program:+$program }$word"
done
exec "$gogui" -komi 0 "-computer-$computer" -program "$program"
