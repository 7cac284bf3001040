#!/bin/sh
# Solves a position of Kōnane on several machines. Runs until the result is proven.
#
#   scripts/solve-farm.sh WORKERS FOLDER GAME [ARGUMENTS OF papamu solve]
#   scripts/solve-farm.sh workers.txt farm konane --size 8
#
# WORKERS is a file with a machine on each line, as GNU parallel reads it (--sshloginfile): SLOTS/USER@HOST, SLOTS/ssh -p PORT HOST,
# or SLOTS/: for this machine. A slot is one thread and HASH mebibytes. This machine needs GNU parallel; it and the workers need
# rsync and the same version of papamu, and ssh must not ask for a password.
#
# FOLDER holds the proof. To stop, interrupt the script; to continue, run the same command again. A round splits the proof into
# the positions that it needs next, sends them to the workers, and merges the results. Positions of lost workers are retried
# elsewhere, or in the next round. FOLDER/progress.txt has one line per round.
#
# Variables, with their defaults:
#   PAPAMU=papamu     the program, on all machines
#   HASH=1024         mebibytes of memory for each slot, and for this machine between two rounds
#   JOBS=64           positions per round: at least two per slot
#   JOB_SECONDS=600   time limit for a position: unsolved ones are split in the next round
#   MERGE_SECONDS=10  search time of this machine between two rounds
#   LEAST=1000        the proof keeps positions that took at least this many nodes: more makes the file smaller, but repeats more work
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
# GNU parallel waits for its jobs after the first signal, and kills them after the second.
stop() {
    [ -z "$running" ] || kill -TERM "$running" 2>/dev/null || :
    [ -z "$running" ] || { sleep 1 && kill -TERM "$running" 2>/dev/null; } || :
    rm -f pid
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# quoted WORDS...: the words, quoted for the shell of another machine
quoted() {
    for word; do printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done
}

# advance FILES...: merges the files, searches for a while, and sets `answer`; fails if the result is unknown
advance() {
    if [ $# -gt 0 ]; then set -- --merge "$@"; fi
    status=0
    eval "$papamu_solve" '--checkpoint proof --time "${merge_seconds}000" --least "$least" "$@"' >answer 2>log || status=$?
    [ ! -s log ] || printf '%s  %s\n' "$(date -u +%FT%TZ)" "$(tail -n 1 log)" >>progress.txt
    answer=$(cat answer)
    return "$status"
}

# merge: merges all files that the workers returned. Keeps unusable files under another name for inspection.
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
    # The job of a worker, in its own folder. Exit status 3 means that the time ran out.
    # For `:` GNU parallel copies no files, so the job itself copies them from and to this folder.
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
    [ "$lost" -eq 0 ] || echo "$0: lost $lost of $(wc -l <jobs) positions: they will be retried" >&2
    if ! ls job-*.proof >/dev/null 2>&1; then
        echo "$0: no worker returned a result: retrying in a minute" >&2
        sleep 60 &
        running=$!
        wait "$running"
        running=''
    fi
done
echo "$answer"
