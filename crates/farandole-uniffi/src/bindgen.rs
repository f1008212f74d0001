//! Writes the sources for other languages: `farandole-bindgen generate --language kotlin --out-dir DIR LIBRARY`.

fn main() {
    uniffi::uniffi_bindgen_main();
}
