#!/bin/sh
# Builds the engine for web pages and Node: clients/npm/papamu.wasm, next to papamu.js. With `site` it also builds a folder with the
# board and the engine that any web host can serve. Visitors install nothing.
#
#   scripts/web.sh [site [FOLDER]]
#
# Installs the Rust target wasm32-wasip1 if rustup can. `site` also needs npm: esbuild makes one script and one style sheet of the
# files in web/. FOLDER is dist/site unless you name another one; its contents are replaced. Try it with:
#
#   python3 -m http.server --directory dist/site
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
case $#,${1:-site} in
[012],site) ;;
*)
    sed -n '5s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
what=${1:-engine}
case ${2:-} in
/*) folder=$2 ;;
?*) folder=$PWD/$2 ;;
esac
cd "$(dirname "$0")/.."
folder=${folder:-dist/site}
if [ "$what" = site ] && [ -n "$(ls -A "$folder" 2>/dev/null)" ] && ! grep -qs "papamu" "$folder/service-worker.js"; then
    echo "$folder is not empty and is not a papamu site: name another folder" >&2
    exit 1
fi
if [ "$what" = site ] && ! command -v npx >/dev/null; then
    echo "npx is missing: install Node.js with npm" >&2
    exit 1
fi

target=wasm32-wasip1
sysroot=$(rustc --print sysroot)
if [ ! -d "$sysroot/lib/rustlib/$target" ]; then
    if ! command -v rustup >/dev/null || ! rustup target add "$target"; then
        echo "The Rust target $target is missing: run rustup target add $target" >&2
        exit 1
    fi
fi
cargo build --locked --quiet --package papamu-engine --profile wasm --target "$target"
cp "${CARGO_TARGET_DIR:-target}/$target/wasm/papamu_engine.wasm" clients/npm/papamu.wasm
cp LICENSE clients/npm/LICENSE
bytes=$(wc -c <clients/npm/papamu.wasm)
sent=$(gzip -9 -c clients/npm/papamu.wasm | wc -c)
echo "clients/npm/papamu.wasm: $bytes bytes, $sent with gzip"
[ "$what" = site ] || exit 0

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
cp -r web/. "$parts"
cp clients/site/socket.js "$parts/engine/"
sed -n 's|.*\(styles/[a-z]*\.css\).*|@import "\1";|p' web/index.html >"$parts/style.css"
# The worker is a file of its own.
npx --yes esbuild@0.28.2 "$parts/main.js" "$parts/style.css" --bundle --minify --charset=utf8 --format=esm --external:./papamu.js \
    --outdir="$parts/site" --log-level=warning
rm -rf "$folder"
mkdir -p "$folder"
cp "$parts"/site/* "$folder/"
cp clients/npm/papamu.js clients/npm/signals.js clients/npm/worker.js clients/npm/papamu.wasm web/icon.svg clients/site/manifest.webmanifest "$folder/"
cp LICENSE "$folder/LICENSE.txt"
[ ! -f clients/npm/NOTICES ] || cp clients/npm/NOTICES "$folder/NOTICES.txt" # scripts/notices.sh makes it
links='    <link rel="manifest" href="manifest.webmanifest" />\n    <link rel="stylesheet" href="style.css" />\n    <link rel="modulepreload" href="papamu.js" />'
sed "/rel=\"stylesheet\"/d; /rel=\"modulepreload\"/d; s|^ *<link rel=\"icon\".*|&\n$links|" web/index.html >"$folder/index.html"
# The service worker caches all files, so a change of any file is a new version of the site.
files=$(cd "$folder" && find . -type f ! -name '*.txt' | LC_ALL=C sort | sed 's|.*|"&"|' | paste -sd, -)
version=$(cd "$folder" && find . -type f | LC_ALL=C sort | xargs cat | cksum | tr ' ' '-')
sed "s|{{version}}|$version|; s|{{files}}|[\"./\",$files]|" clients/site/service-worker.js >"$folder/service-worker.js"
echo "$folder: $(find "$folder" -type f | wc -l) files"
