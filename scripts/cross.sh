#!/bin/sh
# Builds papamu for another platform, and runs the tests of its interfaces there.
#
#   scripts/cross.sh aarch64|windows
#
# aarch64 is 64-bit ARM (aarch64-unknown-linux-gnu): the tests of the protocol, perft and the searches run under qemu-user, about ten
# minutes on two cores. It needs Debian's gcc-aarch64-linux-gnu and qemu-user.
#
# windows is x86_64-pc-windows-gnu: the tests of the protocol, perft, the board's server and a match run under Wine, two to eight
# minutes. It needs Debian's gcc-mingw-w64-x86-64 and wine. The Wine of Debian 12 lacks bcryptprimitives.dll, which every program in
# Rust needs, so the script builds a small replacement for the tests.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."

# need PACKAGES TOOL...: exits if a tool is missing
need() {
    packages=$1
    shift
    for tool; do
        command -v "$tool" >/dev/null || {
            echo "$0: install $packages" >&2
            exit 2
        }
    done
}

# check TARGET ARGUMENTS...: runs tests for that target
check() {
    target=$1
    shift
    cargo test --locked --target "$target" --target-dir "$folder" "$@"
}

folder=${CARGO_TARGET_DIR:-target}/${1:-}
case ${1:-} in
aarch64)
    need "gcc-aarch64-linux-gnu and qemu-user" aarch64-linux-gnu-gcc qemu-aarch64
    rustup target add aarch64-unknown-linux-gnu
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
    # Two tests start the program from another process, where it would run without qemu.
    check aarch64-unknown-linux-gnu --test all -- protocol:: perft:: search:: \
        --skip a_fifth_game_is_played_by_the_match_runner --skip pondering_ends_with_the_next_line_and_with_the_input
    ;;
windows)
    wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || command -v wine || :)
    need "gcc-mingw-w64-x86-64 and wine" x86_64-w64-mingw32-gcc "$wine"
    target=x86_64-pc-windows-gnu
    rustup target add "$target"
    mkdir -p "$folder/$target/debug/deps"
    cat >"$folder/prng.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T size) { return SystemFunction036(bytes, (ULONG)size); }
C
    x86_64-w64-mingw32-gcc -shared -o "$folder/$target/debug/bcryptprimitives.dll" "$folder/prng.c" -ladvapi32
    cp "$folder/$target/debug/bcryptprimitives.dll" "$folder/$target/debug/deps"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER="$wine" WINEDEBUG=-all
    export WINEPREFIX="${WINEPREFIX:-$PWD/target/wine}"
    # The tests of the page need a browser on Windows, so they are skipped.
    check "$target" --test all -- protocol:: perft:: board:: --skip browser
    program=$folder/$target/debug/papamu.exe
    windows=$("$wine" cmd /c echo "Z:$(realpath "$program" | tr / '\\')" | tr -d '\r')
    "$wine" "$program" match kanga,width=5,height=5 --engine "one=$windows" --engine "two=$windows --hash 1" --games 4 --nodes 50
    ;;
*)
    sed -n '4s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
