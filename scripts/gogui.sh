#!/bin/sh
# Starts GoGui with papamu as player and referee.
#
#   scripts/gogui.sh [-c both|black|white|none] [GAME [OPTION ...]]
#
# GAME is konane, kanga, send_it or kangaroo; the options are papamu's, such as --size 6 or --time 3000. GoGui cannot
# draw boards with different numbers of columns and rows. -c chooses the colours that the computer plays (default: white).
# The variables GOGUI and PAPAMU replace the programs found on the path.
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
# The referee must refuse losing passes too, but GoGui does not tell it that it runs in GoGui.
set -- --steps --refuse-losing-pass --game "$game" "$@"
# Reports wrong options here, because GoGui would only say that the program has terminated.
size=$(echo gogui-rules_board_size | "$papamu" "$@" | sed -n 's/^= //p')
case $size in
    '') exit 1 ;;
    *rect)
        echo "GoGui 1.6 draws only square boards and hexagons: with $size it would crash, or show as many rows as columns" >&2
        exit 1
        ;;
esac
# By default, GoGui sets a komi of 6.5, which would count in Send It.
# GoGui splits the command line itself, so words with spaces need quotes.
program=
for word in "$papamu" "$@"; do
    case $word in *' '*) word="\"$word\"" ;; esac
    program="${program:+$program }$word"
done
exec "$gogui" -komi 0 "-computer-$computer" -program "$program"
