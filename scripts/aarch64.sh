#!/bin/sh
# Builds papamu for 64-bit ARM (aarch64-unknown-linux-gnu), and runs the tests of the protocol, perft and the searches under
# qemu-user. About ten minutes on two cores.
#
#   scripts/aarch64.sh
#
# It needs Debian's gcc-aarch64-linux-gnu and qemu-user.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || {
        echo "$0: install gcc-aarch64-linux-gnu and qemu-user" >&2
        exit 2
    }
done
rustup target add "$target"

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
# Two tests of the protocol start the program as another process, which runs without qemu.
cargo test --locked --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/aarch64" --test protocol --test perft --test search -- \
    --skip a_fifth_game_is_played_by_the_match_runner --skip pondering_ends_with_the_next_line_and_with_the_input
