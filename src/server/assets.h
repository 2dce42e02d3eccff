/* The page: the files of a folder, part of the program.
 *
 * At build time `tools/embed-page FOLDER` turns the folder named by meson's
 * option `page` (web/dist where nothing else is said) into a C file with the
 * table below. A folder that isn't there makes an empty table: the server then
 * answers with a plain page that says so. A folder that changes is embedded
 * anew by the next build.
 *
 * What the server makes of it (asset.c):
 *   - `/index.html` is the page. It is the answer to `/` and to every path
 *     whose last part has no dot: /t/ID, /replay/ID, /reset, /play … are the
 *     page's own to read. A path with a dot that isn't in the table is 404.
 *   - Content-Type by the name's end: the list stands in tools/embed-page, and
 *     an end that isn't in it is an error of the build.
 *   - `gzip` is sent where the client takes it.
 *   - A name with a hash of its contents, as Vite makes them
 *     (/assets/name-0a1B2c3D.js), may be kept for ever; everything else is
 *     asked for again with its ETag (`no-cache`), and answered 304 where it
 *     is the same.
 *   - All with the Content-Security-Policy of net.c: scripts, workers and
 *     WebAssembly from the server itself only, no inline scripts.
 */
#ifndef MAXQ_SERVER_ASSETS_H
#define MAXQ_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct mq_asset {
    const char *path; /* "/assets/engine-0a1B2c3D.wasm" */
    const char *type; /* "application/wasm" */
    const char *bytes;
    size_t length;
    const char *gzip; /* NULL: it would not be smaller */
    size_t gzip_length;
    const char *etag; /* of the bytes, with its quotes */
    bool hashed;      /* the name changes with the contents */
};

/* Sorted by path. */
extern const struct mq_asset mq__assets[];
extern const int mq__asset_count;

#endif
