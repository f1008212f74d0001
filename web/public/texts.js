// The texts of the site that the service worker keeps, written by `cargo xtask site`; the page alone has none.
self.TEXTS = { version: "0", files: [] };
