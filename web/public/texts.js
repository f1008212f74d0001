// Pages of the site that the service worker caches. `cargo xtask site` writes this list; a plain build of the
// page has none.
self.TEXTS = { version: "0", files: [] };
