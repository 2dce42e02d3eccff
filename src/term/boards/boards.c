/* The boards there are, by game. */
#include "term/boards/boards.h"

#include <string.h>

static const struct {
    const char *game;
    mq_board_function *draw;
} boards[] = {
    {"apogee", mq__ap_board},
    {"liftoff", mq__lo_board},
    {"mlem", mq__ml_board},
};

/* Takes the style marks out of the text from `from` on. */
static void drop_marks(struct mq_buf *out, size_t from)
{
    size_t kept = from;

    for (size_t i = from; i < out->length; i++) {
        if (out->data[i] == MQ_MARK) {
            i++;
        } else {
            out->data[kept++] = out->data[i];
        }
    }
    mq__buf_cut(out, kept);
}

bool mq__board(const struct mq_game *g, const void *st, int seat,
               const struct mq_canvas *canvas, struct mq_buf *out)
{
    size_t from = out->length;

    for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
        if (strcmp(boards[i].game, g->id) == 0) {
            boards[i].draw(g, st, seat, canvas, out);
            if (canvas->plain) {
                drop_marks(out, from);
            }
            return true;
        }
    }
    return false;
}
