/* Sitting down at a table: by its link, or by a seat taken earlier. */
#include "term/online/far.h"

#include "core/json.h"
#include "term/record.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that keeps the cookie of a server. */
static bool cookie_path(const struct mq_address *at, char out[MQ_PATH_SIZE])
{
    char folder[MQ_PATH_SIZE];

    return mq__record_folder(folder) == 0 &&
           snprintf(out, MQ_PATH_SIZE, "%.700s/%.250s-%d.cookie", folder,
                    at->host, at->port) < MQ_PATH_SIZE;
}

void mq__far_cookie(const struct mq_address *at, char out[MQ_REMOTE_COOKIE])
{
    char path[MQ_PATH_SIZE];
    size_t length;
    char *text = cookie_path(at, path) ? mq__record_read(path, &length) : NULL;

    snprintf(out, MQ_REMOTE_COOKIE, "%s", text != NULL ? text : "");
    free(text);
}

/* The cookie is a secret: only the owner may read it. */
static void keep_cookie(const struct mq_far *far)
{
    char path[MQ_PATH_SIZE];
    int fd;

    if (!cookie_path(&far->at.at, path)) {
        return;
    }
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0) {
        ssize_t written = write(fd, far->cookie, strlen(far->cookie));

        (void)written;
        close(fd);
    }
}

/* A request about the table; the answer in `doc`. Returns the status. */
static int request(struct mq_far *far, const char *method, const char *rest,
                   const char *body, struct mq_json_doc *doc)
{
    char path[128];
    struct mq_request what = {method, path, body};
    struct mq_buf out;
    int status;

    snprintf(path, sizeof path, "/api/tables/%s%s", far->at.table, rest);
    mq__buf_init(&out);
    status = mq__remote_request(&far->at.at, &what, far->cookie, &out);
    if (mq__json_parse(doc, mq__buf_text(&out), out.length, NULL) != MQ_OK) {
        status = status == 200 ? -1 : status;
    }
    mq__buf_finish(&out);
    return status;
}

static bool fail(struct mq_note *why, int status)
{
    mq_note_set(why, NULL,
                status == -1    ? "term.no-server"
                : status == 403 ? "term.bad-link"
                : status == 404 ? "term.no-table"
                                : "term.not-there",
                "i", status);
    return false;
}

/* Posts an object with one text. */
static int post(struct mq_far *far, const char *rest, const char *key,
                const char *text)
{
    struct mq_json_writer w;
    struct mq_json_doc doc;
    struct mq_buf body;
    int status;

    mq__buf_init(&body);
    mq__json_writer_init(&w, &body);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, key, text);
    mq__json_close(&w, '}');
    status = request(far, "POST", rest, mq__buf_text(&body), &doc);
    mq__json_finish(&doc);
    mq__buf_finish(&body);
    return status;
}

bool mq__far_chat(struct mq_far *far, const char *text)
{
    int status = post(far, "/chat", "text", text);

    return status >= 200 && status < 300;
}

static const char *word(const struct mq_json *object, const char *key)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL && node->kind == MQ_JSON_STRING ? node->text : "";
}

/* Looks at the table; opens its game. */
static int look_at(struct mq_far *far, bool *free_seat)
{
    struct mq_json_doc doc;
    int status = request(far, "GET", "", NULL, &doc);

    if (status == 200) {
        const struct mq_json *table = mq__json_get(doc.root, "table");

        table = table != NULL ? table : doc.root;
        if (far->game == NULL && mq_game_open(word(table, "game"), NULL, 0,
                                              &far->game, NULL) != MQ_OK) {
            status = 0;
        } else {
            mq__far_take_table(far, table);
        }
        *free_seat =
            strcmp(word(table, "state"), "open") == 0 &&
            strcmp(word(mq__json_get(table, "you"), "role"), "guest") == 0;
    }
    mq__json_finish(&doc);
    return status;
}

bool mq__far_open(struct mq_far *far, const char *url, const char *name,
                  const char *language, struct mq_note *why)
{
    bool free_seat = false;
    int status = 200;

    memset(far, 0, sizeof *far);
    far->link = mq__far_link;
    far->language = language;
    far->seat = MQ_SPECTATOR;
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        far->left_ms[i] = -1;
    }
    if (!mq__remote_read(url, &far->at) || far->at.table[0] == '\0') {
        mq_note_set(why, NULL, "term.no-link", "t", url);
        return false;
    }
    mq__far_cookie(&far->at.at, far->cookie);
    if (far->at.secret[0] != '\0') {
        status = post(far, "/enter", "secret", far->at.secret);
    }
    if (status == 200) {
        status = look_at(far, &free_seat);
    }
    if (status == 200 && free_seat) {
        status = post(far, "/sit", "name", name);
        status = status == 200 ? look_at(far, &free_seat) : status;
    }
    if (status != 200) {
        return fail(why, status);
    }
    keep_cookie(far);
    return mq__far_connect(far) || fail(why, -1);
}

void mq__far_close(struct mq_far *far)
{
    mq__remote_close(far->net);
    for (int i = 0; i < far->lines; i++) {
        free(far->line[i].text);
    }
    free(far->line);
    mq_game_close(far->game);
    memset(far, 0, sizeof *far);
}
