/* Panels over the screen: a text, a line to type, a menu. */
#include "term/full/full.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

static const char *label(const struct mq_full *full, const char *id)
{
    return mq__label(full->session->voice.language, id);
}

static void draw_title(struct mq_full *full, const char *title)
{
    struct mq_area area = {0, 0, 1, full->face.width};

    mq__face_bar(&full->face, area, "bh", title);
}

int mq__full_panel(struct mq_full *full, const char *title, const char *text)
{
    struct mq_pane pane = {{0}, 0};
    int key;

    mq__buf_init(&pane.text);
    mq__buf_str(&pane.text, text);
    do {
        struct mq_area area = {1, 0, full->face.height - 2, full->face.width};

        mq__face_clear(&full->face);
        draw_title(full, title);
        mq__pane_draw(&full->face, &pane, area);
        area.row = full->face.height - 1;
        area.height = 1;
        mq__face_bar(&full->face, area, "h", label(full, "term.panel-keys"));
        key = mq__face_key(&full->face);
    } while (mq__pane_key(&pane, key, full->face.height - 2) ||
             key == MQ_KEY_RESIZE || key == MQ_KEY_IGNORED ||
             key == MQ_KEY_OTHER);
    mq__buf_finish(&pane.text);
    return key;
}

void mq__full_told(struct mq_full *full, const char *title)
{
    struct mq_session *s = full->session;

    if (s->screen.text.length == 0) {
        return;
    }
    if (mq__full_panel(full, title, mq__buf_text(&s->screen.text)) ==
        MQ_KEY_GONE) {
        s->left = true;
    }
    mq__buf_clear(&s->screen.text);
}

static void take_back(char *out)
{
    size_t length = strlen(out);

    if (length > 0) {
        out[mq__utf8_cut(out, length - 1)] = '\0';
    }
}

static void take_character(char *out, size_t size, int key)
{
    size_t length = strlen(out);
    char bytes[4];
    size_t count;

    if (key < 0x20) {
        return;
    }
    count = mq__utf8_write(bytes, (uint32_t)key);
    if (length + count < size) {
        memcpy(out + length, bytes, count);
        out[length + count] = '\0';
    }
}

static void draw_line(struct mq_full *full, const char *prompt,
                      const char *typed)
{
    struct mq_area area = {full->face.height - 1, 0, 1, full->face.width};
    char text[MQ_LINE_SIZE + 64];

    snprintf(text, sizeof text, "%s%s_", prompt, typed);
    mq__face_bar(&full->face, area, "b", text);
}

bool mq__full_line(struct mq_full *full, const char *prompt, char *out,
                   size_t size)
{
    out[0] = '\0';
    for (;;) {
        int key;

        draw_line(full, prompt, out);
        key = mq__face_key(&full->face);
        switch (key) {
        case MQ_KEY_GONE:
            full->session->left = true;
            return false;
        case MQ_KEY_ESCAPE:
            return false;
        case MQ_KEY_ENTER:
            return true;
        case MQ_KEY_BACK:
            take_back(out);
            break;
        default:
            take_character(out, size, key);
        }
    }
}

static void draw_menu(struct mq_full *full, const char *title,
                      const char *const *items, struct mq_area place, int first)
{
    mq__face_clear(&full->face);
    draw_title(full, title);
    for (int i = 0; i < full->face.height - 3 && first + i < place.height;
         i++) {
        struct mq_area area = {2 + i, 2, 1, full->face.width - 4};
        char line[512];

        snprintf(line, sizeof line, "%c %s", first + i == place.row ? '>' : ' ',
                 items[first + i]);
        mq__face_text(&full->face, area, first + i == place.row ? "bh" : "",
                      line);
    }
    mq__face_bar(
        &full->face,
        (struct mq_area){full->face.height - 1, 0, 1, full->face.width}, "h",
        label(full, "term.menu-keys"));
}

int mq__full_menu(struct mq_full *full, const char *title,
                  const char *const *items, int count)
{
    int at = 0, first = 0;

    for (;;) {
        int room = full->face.height - 3;
        int key;

        first = at < first ? at : at >= first + room ? at - room + 1 : first;
        draw_menu(full, title, items, (struct mq_area){at, 0, count, 0}, first);
        key = mq__face_key(&full->face);
        if (key == MQ_KEY_GONE) {
            return -2;
        }
        if (key == MQ_KEY_ESCAPE || key == 'q') {
            return -1;
        }
        if ((key == MQ_KEY_UP || key == 'k' || key == MQ_KEY_WHEEL_UP) &&
            at > 0) {
            at--;
        } else if ((key == MQ_KEY_DOWN || key == 'j' ||
                    key == MQ_KEY_WHEEL_DOWN) &&
                   at < count - 1) {
            at++;
        } else if (key == MQ_KEY_ENTER || key == ' ' || key == MQ_KEY_RIGHT) {
            return at;
        } else if (key >= '1' && key <= '9' && key - '1' < count) {
            return key - '1';
        } else if (key == MQ_KEY_CLICK && full->face.row >= 2 &&
                   first + full->face.row - 2 < count) {
            return first + full->face.row - 2;
        }
    }
}
