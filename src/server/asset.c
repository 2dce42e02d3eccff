/* The page and its files, embedded in the program: see assets.h. */
#include "server/assets.h"
#include "server/net.h"

#include <stdlib.h>
#include <string.h>

/* Stands in where the program was built without the page. */
static const char page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\">"
    "<title>Max Q</title><style>"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;"
    "background:#0b1026;color:#f4ecd8;"
    "font:18px/1.6 system-ui,sans-serif}"
    "main{max-width:34rem;padding:2rem}"
    "h1{font-size:4rem;letter-spacing:.06em;margin:0;line-height:1}"
    "svg{width:6rem;height:6rem;display:block;margin-bottom:1rem}"
    "code{background:#1b2450;padding:.1em .4em;border-radius:.3em}"
    "a{color:#8fd3ff}</style><main>"
    "<svg viewBox=\"0 0 100 100\" aria-hidden=\"true\">"
    "<circle cx=\"78\" cy=\"20\" r=\"9\" fill=\"#ffb454\"/>"
    "<path d=\"M50 8c14 14 18 34 14 56H36C32 42 36 22 50 8z\""
    " fill=\"#f4ecd8\"/><circle cx=\"50\" cy=\"38\" r=\"8\""
    " fill=\"#0072b2\"/><path d=\"M36 50 22 72l14-6zM64 50l14 22-14-6z\""
    " fill=\"#d55e00\"/><path d=\"M42 68h16l-8 26z\" fill=\"#ffb454\"/>"
    "</svg><h1>Max Q</h1>"
    "<p>The game server is running, but this program was built without the "
    "page to play on: <code>web/dist</code> was not there. <code>make</code> "
    "builds it with Node and npm. Programs find their way with "
    "<a href=\"/api/info\">/api/info</a> and <code>docs/protocol.md</code>.</p>"
    "<p lang=\"de\">Der Spielserver läuft, aber dieses Programm wurde ohne die "
    "Seite zum Spielen gebaut: <code>web/dist</code> fehlte. "
    "<code>make</code> baut sie mit Node und npm.</p></main></html>";

static int by_path(const void *key, const void *item)
{
    return strcmp(key, ((const struct mq_asset *)item)->path);
}

static const struct mq_asset *find(const char *path)
{
    return bsearch(path, mq__assets, (size_t)mq__asset_count,
                   sizeof(mq__assets[0]), by_path);
}

/* A file's name has a dot; everything else is an address within the page. */
static bool is_file(const char *path)
{
    return strchr(strrchr(path, '/'), '.') != NULL;
}

/* Whether the client takes gzip: named, and not with a weight of nothing. */
static bool takes_gzip(const char *accepted)
{
    const char *at = strstr(accepted, "gzip");

    if (at == NULL) {
        return false;
    }
    at += 4 + strspn(at + 4, " ");
    if (strncmp(at, ";q=0", 4) != 0) {
        return true;
    }
    return strspn(at + 4, ".0") != strcspn(at + 4, ", ");
}

static void send_plain(struct mq_exchange *x)
{
    x->status = 200;
    x->type = "text/html; charset=utf-8";
    mq__buf_str(&x->out, page);
    mq__exchange_send(x);
}

static void send_asset(struct mq_exchange *x, const struct mq_asset *asset)
{
    bool packed = asset->gzip != NULL && takes_gzip(x->encodings);

    x->status = 200;
    x->type = asset->type;
    x->asset = asset;
    x->gzip = packed;
    if (strstr(x->if_none_match, asset->etag) != NULL) {
        x->status = 304;
    } else {
        x->file = packed ? asset->gzip : asset->bytes;
        x->file_length = packed ? asset->gzip_length : asset->length;
    }
    mq__exchange_send(x);
}

void mq__route_page(struct mq_exchange *x)
{
    const struct mq_asset *asset = find(x->path);

    if (x->method != MQ_GET) {
        mq__exchange_fault(x, MQ_FAULT_METHOD);
        return;
    }
    if (asset == NULL && !is_file(x->path)) {
        asset = find("/index.html");
        if (asset == NULL) {
            send_plain(x);
            return;
        }
    }
    if (asset == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
    } else {
        send_asset(x, asset);
    }
}
