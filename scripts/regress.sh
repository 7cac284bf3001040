#!/bin/sh
# Runs regression files without GoGui: commands, and after numbered ones the reply that is expected as `#? [PATTERN]`, an
# extended regular expression for the whole reply.
#
#   scripts/regress.sh [-e ENGINE] [FILE ...]
#
# ENGINE (papamu) is a command line in quotes; the files are those in tests/regression unless others are named. A file is
# run in its own folder. Exits with 1 if a test fails.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

engine=${PAPAMU:-papamu}
while getopts e: flag; do
    case $flag in
        e) engine=$OPTARG ;;
        *) sed -n '5s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- "$(dirname "$0")"/../tests/regression/*.tst

passed=0 failed=0
for file; do
    folder=$(dirname "$file")
    # One line a reply: what comes after the first is of no concern here.
    replies=$(cd "$folder" && grep -v '^ *\(#\|$\)' "$(basename "$file")" | sh -c "$engine" |
        awk 'BEGIN { RS = ""; FS = "\n" } { print $1 }')
    number=0 reply=''
    while IFS= read -r line; do
        case $line in
            '#? ['*']')
                pattern=${line#'#? ['}
                if printf '%s\n' "$reply" | grep -Eqx -- "${pattern%']'}"; then
                    passed=$((passed + 1))
                else
                    failed=$((failed + 1))
                    echo "$file: $command: expected ${pattern%']'}, but got $reply"
                fi
                ;;
            '' | '#'*) ;;
            *)
                number=$((number + 1)) command=$line
                reply=$(printf '%s\n' "$replies" | sed -n "${number}s/^[=?][0-9]* *//p")
                ;;
        esac
    done <"$file"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
