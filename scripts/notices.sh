#!/bin/sh
# Writes the licences of all crates in the packages: NOTICES for the archives, clients/npm/NOTICES for the engine in web pages,
# and a copy in the Python package.
#
#   scripts/notices.sh
#
# Needs cargo-about:
#
#   cargo install --locked --features cli cargo-about@0.9.3
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."

cargo about --version >/dev/null 2>&1 || {
    sed -n '9s/^# */cargo-about is missing: /p' "$0" >&2
    exit 1
}
notices() {
    cargo about generate --locked --fail --manifest-path "$1" --config scripts/notices.toml --output-file "$2" "$3" scripts/notices.hbs
    echo "$2: $(wc -l <"$2") lines"
}
notices Cargo.toml NOTICES --features=cli,board
notices clients/npm/engine/Cargo.toml clients/npm/NOTICES --target=wasm32-wasip1
cp NOTICES clients/python/src/papamu/NOTICES
