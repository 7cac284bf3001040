#!/bin/sh
# Builds the engine for web pages and Node: clients/npm/papamu.wasm, beside papamu.js.
#
#   scripts/wasm.sh
#
# The Rust target wasm32-wasip1 is installed where rustup can do it.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."
target=wasm32-wasip1
sysroot=$(rustc --print sysroot)
if [ ! -d "$sysroot/lib/rustlib/$target" ]; then
    if ! command -v rustup >/dev/null || ! rustup target add "$target"; then
        echo "The Rust target $target is missing: rustup target add $target" >&2
        exit 1
    fi
fi
cargo build --locked --quiet --package papamu-engine --profile wasm --target "$target"
cp "${CARGO_TARGET_DIR:-target}/$target/wasm/papamu_engine.wasm" clients/npm/papamu.wasm
cp LICENSE clients/npm/LICENSE
bytes=$(wc -c <clients/npm/papamu.wasm)
sent=$(gzip -9 -c clients/npm/papamu.wasm | wc -c)
echo "clients/npm/papamu.wasm: $bytes bytes, $sent as they are sent (gzip)"
