#!/bin/sh
# Installs the farandole command for Linux or macOS. Verifies the checksum of the archive.
#
#   FARANDOLE_VERSION  the version; default: that of this script
#   FARANDOLE_DIR      the folder for the program; default: ~/.local/bin
#   FARANDOLE_FROM     a folder or address with the archives; default: the release on GitHub
set -eu

VERSION=${FARANDOLE_VERSION:-0.2.0}
DIR=${FARANDOLE_DIR:-"$HOME/.local/bin"}
FROM=${FARANDOLE_FROM:-"https://github.com/farandole-sudoku/farandole/releases/download/v$VERSION"}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
  Darwin-x86_64) target=x86_64-apple-darwin ;;
  Darwin-arm64) target=aarch64-apple-darwin ;;
  *) fail "no archive for $(uname -s) on $(uname -m); build with cargo install farandole-cli" ;;
esac
name=farandole-$VERSION-$target
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

fetch() {
  case $FROM in
    https://*) curl --proto '=https' --tlsv1.2 -fsSL "$FROM/$1" -o "$temporary/$1" || fail "cannot download $FROM/$1" ;;
    *) cp "$FROM/$1" "$temporary/$1" || fail "cannot read $FROM/$1" ;;
  esac
}

fetch "$name.tar.gz"
fetch "$name.tar.gz.sha256"
cd "$temporary"
if command -v sha256sum > /dev/null; then
  sha256sum -c "$name.tar.gz.sha256" > /dev/null || fail "the checksum of $name.tar.gz is wrong"
else
  shasum -a 256 -c "$name.tar.gz.sha256" > /dev/null || fail "the checksum of $name.tar.gz is wrong"
fi
tar -xzf "$name.tar.gz"
mkdir -p "$DIR"
cp "$name/farandole" "$DIR/farandole.new"
chmod 755 "$DIR/farandole.new"
mv "$DIR/farandole.new" "$DIR/farandole"
echo "installed $("$DIR/farandole" --version) in $DIR"
case ":$PATH:" in
  *":$DIR:"*) ;;
  *) echo "add $DIR to PATH to call it by name" ;;
esac
