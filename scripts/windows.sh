#!/bin/sh
# Builds papamu for Windows (x86_64-pc-windows-gnu), and runs the tests of the protocol, the command line's board and a match under
# Wine.
#
#   scripts/windows.sh
#
# It needs Debian's gcc-mingw-w64-x86-64 and wine. The Wine of Debian 12 lacks bcryptprimitives.dll, which every program in Rust needs:
# the script then makes a small one of its own, for the tests only.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."

target=x86_64-pc-windows-gnu
wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || command -v wine || :)
for tool in x86_64-w64-mingw32-gcc "$wine"; do
    command -v "$tool" >/dev/null || {
        echo "$0: install gcc-mingw-w64-x86-64 and wine" >&2
        exit 2
    }
done
rustup target add "$target"

folder=${CARGO_TARGET_DIR:-target}/windows
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
# The page's tests drive a browser of this system, not of Windows.
cargo test --locked --target "$target" --target-dir "$folder" --test protocol --test perft --test board -- --skip browser

program=$folder/$target/debug/papamu.exe
windows=$("$wine" cmd /c echo "Z:$(realpath "$program" | tr / '\\')" | tr -d '\r')
"$wine" "$program" match kanga,width=5,height=5 --engine "one=$windows" --engine "two=$windows --hash 1" --games 4 --nodes 50
