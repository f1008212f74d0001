#!/bin/sh
# Writes FarandoleFFI.xcframework and Sources/Farandole/farandole.swift in this folder. Needs macOS, Xcode, and the Rust
# targets aarch64-apple-ios, aarch64-apple-ios-sim and aarch64-apple-darwin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
frameworks=
for target in aarch64-apple-ios aarch64-apple-ios-sim aarch64-apple-darwin; do
  cargo xtask app --static "$target"
  library=target/app-library/$target/app/libfarandole_app.a
  headers=target/app-library/$target/app/headers
  cargo run --locked --package farandole-uniffi --features bindgen --bin farandole-bindgen -- \
    generate --language swift --out-dir "$headers" "$library"
  mkdir -p "$here/Sources/Farandole"
  mv "$headers/farandole.swift" "$here/Sources/Farandole/"
  mv "$headers/farandoleFFI.modulemap" "$headers/module.modulemap"
  frameworks="$frameworks -library $library -headers $headers"
done
rm -rf "$here/FarandoleFFI.xcframework"
# The paths contain no spaces, because they are relative.
# shellcheck disable=SC2086
xcodebuild -create-xcframework $frameworks -output "$here/FarandoleFFI.xcframework"
