#!/bin/sh
# Writes src/main/jniLibs and src/main/kotlin in this folder. Needs NDK r28 or later, whose folder is ANDROID_NDK_HOME, and
# the Rust targets aarch64-linux-android, armv7-linux-androideabi and x86_64-linux-android.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
set -- "${ANDROID_NDK_HOME:?names no folder}"/toolchains/llvm/prebuilt/*/bin
clang=$1
# The level of the interface is minSdk in build.gradle.kts.
export CARGO_TARGET_AARCH64_LINUX_ANDROID_LINKER="$clang/aarch64-linux-android21-clang"
export CARGO_TARGET_ARMV7_LINUX_ANDROIDEABI_LINKER="$clang/armv7a-linux-androideabi21-clang"
export CARGO_TARGET_X86_64_LINUX_ANDROID_LINKER="$clang/x86_64-linux-android21-clang"
for pair in aarch64-linux-android:arm64-v8a armv7-linux-androideabi:armeabi-v7a x86_64-linux-android:x86_64; do
  target=${pair%:*}
  cargo xtask app "$target"
  mkdir -p "$here/src/main/jniLibs/${pair#*:}"
  cp "target/app-library/$target/app/libfarandole_app.so" "$here/src/main/jniLibs/${pair#*:}/"
done
# The sources are written from a library with symbols, which this command builds for this machine.
cargo build --locked --package farandole-uniffi --features bindgen
for library in target/debug/libfarandole_app.so target/debug/libfarandole_app.dylib; do
  if [ -f "$library" ]; then
    target/debug/farandole-bindgen generate --language kotlin --out-dir "$here/src/main/kotlin" "$library"
  fi
done
