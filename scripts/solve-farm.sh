#!/bin/sh
# Solves a position of Kōnane on several machines, for as long as it takes.
#
#   scripts/solve-farm.sh WORKERS FOLDER GAME [ARGUMENTS OF papamu solve]
#   scripts/solve-farm.sh workers.txt farm konane --size 8
#
# WORKERS is a file with a machine on each line, as GNU parallel reads it (--sshloginfile): SLOTS/USER@HOST, SLOTS/ssh -p PORT HOST,
# or SLOTS/: for this machine. A slot is one thread and HASH mebibytes. This machine needs GNU parallel; it and the workers need
# rsync and papamu of one version, and ssh must not ask for a password.
#
# FOLDER holds the proof. To stop, interrupt the script; to continue, run the same command again. A round splits the proof into
# positions that it needs next, hands them to the workers, and merges what comes back. Positions of lost workers are tried elsewhere,
# or again in the next round. FOLDER/progress.txt has a line for each round.
#
# Variables, with their defaults:
#   PAPAMU=papamu     the program, on all machines
#   HASH=1024         mebibytes of memory of each slot, and of this machine between two rounds
#   JOBS=64           positions of a round: two or more for each slot
#   JOB_SECONDS=600   time of a position: longer ones return unsolved, and are split
#   MERGE_SECONDS=10  time for which this machine searches between two rounds
#   LEAST=1000        the proof keeps positions that took that many nodes: more for a smaller file, from which more is repeated
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done

if [ $# -lt 3 ]; then
    sed -n '4s/^# *//p' "$0" >&2
    exit 2
fi
workers=$1 folder=$2
shift 2
papamu=${PAPAMU:-papamu} hash=${HASH:-1024} jobs=${JOBS:-64} least=${LEAST:-1000}
job_seconds=${JOB_SECONDS:-600} merge_seconds=${MERGE_SECONDS:-10}
for number in "$hash" "$jobs" "$least" "$job_seconds" "$merge_seconds"; do
    case $number in '' | *[!0-9]* | 0*)
        echo "$0: $number: not a positive number" >&2
        exit 2
        ;;
    esac
done
[ -r "$workers" ] || {
    echo "$0: $workers: no such file" >&2
    exit 2
}
for program in parallel rsync "$papamu"; do
    command -v "$program" >/dev/null || {
        echo "$0: there is no program $program" >&2
        exit 2
    }
done

mkdir -p "$folder"
workers=$(realpath "$workers")
cd "$folder"
if [ -e pid ] && kill -0 "$(cat pid)" 2>/dev/null; then
    echo "$0: $folder is in use by process $(cat pid)" >&2
    exit 2
fi
echo $$ >pid
running=''
# GNU parallel waits for its jobs at the first signal, and ends them at the second.
stop() {
    [ -z "$running" ] || kill -TERM "$running" 2>/dev/null || :
    [ -z "$running" ] || { sleep 1 && kill -TERM "$running" 2>/dev/null; } || :
    rm -f pid
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# quoted WORDS...: the words as the shell of another machine reads them
quoted() {
    for word; do printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done
}

# advance FILES...: merges the files, searches for a while, and sets `answer`; fails if it is not known
advance() {
    if [ $# -gt 0 ]; then set -- --merge "$@"; fi
    status=0
    eval "$papamu_solve" '--checkpoint proof --time "${merge_seconds}000" --least "$least" "$@"' >answer 2>log || status=$?
    [ ! -s log ] || printf '%s  %s\n' "$(date -u +%FT%TZ)" "$(tail -n 1 log)" >>progress.txt
    answer=$(cat answer)
    return "$status"
}

# merge: takes over all files that came back. One that cannot be used is put aside, for someone to look at.
merge() {
    set -- job-*.proof
    [ -e "$1" ] || set --
    status=0
    advance "$@" || status=$?
    if [ "$status" -ne 0 ] && [ "$status" -ne 3 ] && [ $# -gt 0 ]; then
        for file; do
            status=0
            advance "$file" || status=$?
            case $status in
                0) break ;;
                3) rm -f "$file" ;;
                *)
                    tail -n 1 log >&2
                    mv "$file" "bad-$(date +%s)-$file"
                    ;;
            esac
        done
        status=0
        advance || status=$?
    fi
    case $status in 0 | 3) ;; *)
        cat log >&2
        exit 1
        ;;
    esac
    rm -f job-*.proof
    return "$status"
}

papamu_solve="$(quoted "$papamu" solve "$@") --threads 1 --hash $hash"
until merge; do
    tail -n 1 progress.txt
    eval "$papamu_solve" '--checkpoint proof --split "$jobs"' >jobs
    # What a worker does, in a folder of its own: exit status 3 means that the time was not enough.
    # GNU parallel copies no files for `:`, so there they come from this folder and go to it.
    job="home=; if [ -e proof ]; then cp proof job-{#}.proof; else cp $(quoted "$PWD/proof") job-{#}.proof && home=$(quoted "$PWD"); fi"
    job="$job && { $papamu_solve {=uq=} --checkpoint job-{#}.proof --time ${job_seconds}000 --least $least >answer 2>log"
    job="$job || [ \$? -eq 3 ] || { tail -n 1 log >&2; false; }; }"
    job="$job && { [ -z \"\$home\" ] || mv job-{#}.proof \"\$home\"; }"
    lost=0
    parallel --will-cite --sshloginfile "$workers" --workdir ... --transferfile proof --return 'job-{#}.proof' --cleanup \
        --retries 3 --timeout $((2 * job_seconds + 60)) "$job" <jobs &
    running=$!
    wait "$running" || lost=$?
    running=''
    [ "$lost" -eq 0 ] || echo "$0: lost $lost of $(wc -l <jobs) positions: they come again" >&2
    if ! ls job-*.proof >/dev/null 2>&1; then
        echo "$0: no worker returned anything: trying again in a minute" >&2
        sleep 60 &
        running=$!
        wait "$running"
        running=''
    fi
done
echo "$answer"
