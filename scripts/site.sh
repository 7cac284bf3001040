#!/bin/sh
# Makes a folder with the board and the engine that any web host can serve: nothing need be installed to play.
#
#   scripts/site.sh [FOLDER]
#
# The folder is dist/site unless you name another one; what it held is replaced. Try it with:
#
#   python3 -m http.server --directory dist/site
set -eu
for word; do case $word in -h | --help) sed -n '1d;/^#/!q;s/^# \{0,1\}//p' "$0"; exit ;; esac; done
case ${1:-} in
/*) folder=$1 ;;
?*) folder=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
folder=${folder:-dist/site}
if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && ! grep -qs "papamu" "$folder/service-worker.js"; then
    echo "$folder is not empty and not a site of papamu: name another folder" >&2
    exit 1
fi
scripts/wasm.sh
rm -rf "$folder"
mkdir -p "$folder"
cp -r web/. "$folder"
cp clients/npm/papamu.js clients/npm/papamu.wasm clients/site/socket.js "$folder/engine/"
cp clients/site/manifest.webmanifest "$folder/"
cp LICENSE "$folder/LICENSE.txt"
link='    <link rel="manifest" href="manifest.webmanifest" />'
sed "s|^ *<link rel=\"stylesheet\".*|&\n$link|" web/index.html >"$folder/index.html"
# The service worker keeps all files; another version of any of them is another version of the site.
files=$(cd "$folder" && find . -type f ! -name LICENSE.txt | LC_ALL=C sort | sed 's|.*|"&"|' | paste -sd, -)
version=$(cd "$folder" && find . -type f | LC_ALL=C sort | xargs cat | cksum | tr ' ' '-')
sed "s|{{version}}|$version|; s|{{files}}|[\"./\",$files]|" clients/site/service-worker.js >"$folder/service-worker.js"
echo "$folder: $(find "$folder" -type f | wc -l) files"
