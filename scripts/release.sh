#!/bin/sh
# Builds the archives of a release in dist/, one per target, with the program, completions, the licences and the
# documents; and a file with their checksums. Needs Perl, and what scripts/notices.sh needs.
#
#   scripts/release.sh [TARGET ...]
#
# The default is this machine's own target. Other targets need their Rust target (rustup target add TARGET) and a linker: for
# x86_64-pc-windows-gnu Debian's mingw-w64, for aarch64-unknown-linux-gnu Debian's gcc-aarch64-linux-gnu.
#
# For x86_64 an archive contains two programs: papamu runs on every processor, and starts papamu-v3 instead where it can run.
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
repository=$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)
build=${CARGO_TARGET_DIR:-target}/release-builds
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER="${CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER:-aarch64-linux-gnu-gcc}"

# Builds for a target with the given rustc flags, and prints the path of the program.
program() {
    rustup target add "$1" >&2
    # The environment variable, even an empty one, overrides the flags in .cargo/config.toml.
    RUSTFLAGS=$2 cargo build --release --locked --target "$1" --target-dir "$build/$3" >&2
    suffix=
    case $1 in *windows*) suffix=.exe ;; esac
    echo "$build/$3/$1/release/papamu$suffix"
}

scripts/notices.sh
native=$(program "$host" "" portable)
texts=$build/texts
rm -rf "$texts" dist
mkdir -p "$texts/completions" dist
for shell in bash zsh fish elvish powershell; do
    "$native" completions "$shell" >"$texts/completions/papamu.$shell"
done

# The documents, and the templates of engines that they begin with.
mkdir "$texts/clients"
cp -R LICENSE NOTICES README.md protocol.md CHANGELOG.md docs "$texts"
cp -R clients/engines "$texts/clients"
rm -rf "$texts/docs/lab"
# Links to what an archive lacks lead to the repository; without its address, they become plain text.
(cd "$texts" && find . -name '*.md' | while read -r page; do
    BASE=${repository:+$repository/blob/v$version/} perl -MFile::Basename -i -pe '
        s{\[([^\]]*)\]\((?!https?:)([^)#\s]+)(#[^)]*)?\)}{
            my ($path, $hash) = (dirname($ARGV) . "/$2", $3 // "");
            -e $path ? $& : $ENV{BASE} ? "[$1]($ENV{BASE}$path$hash)" : $1
        }ge' "$page"
done)

for target in "${@:-$host}"; do
    name=papamu-$version-$target
    folder=$build/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    path=$(program "$target" "" portable)
    suffix=${path##*papamu}
    cp "$path" "$folder/papamu$suffix"
    case $target in
    x86_64-*) cp "$(program "$target" "-C target-cpu=x86-64-v3" v3)" "$folder/papamu-v3$suffix" ;;
    esac
    cp -R "$texts/." "$folder"
    tar -C "$build" -czf "dist/$name.tar.gz" "$name"
    echo "dist/$name.tar.gz"
done
(cd dist && sha256sum ./*.tar.gz >SHA256SUMS && cat SHA256SUMS)
