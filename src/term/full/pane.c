/* Text of many lines in an area that may be too low for it. */
#include "term/full/face.h"

#include "term/boards/text.h"

#include <string.h>

int mq__pane_lines(const struct mq_pane *pane)
{
    const char *text = mq__buf_text(&pane->text);
    int lines = 0;

    for (size_t i = 0; i < pane->text.length; i++) {
        lines += text[i] == '\n';
    }
    return lines +
           (pane->text.length > 0 && text[pane->text.length - 1] != '\n');
}

/* The marks that hold after a line: those since the last ".". */
static void follow_marks(const char *line, size_t length, char style[16])
{
    for (size_t i = 0; i + 1 < length; i++) {
        size_t used = strlen(style);

        if (line[i] != MQ_MARK) {
            continue;
        }
        if (line[i + 1] == '.') {
            style[0] = '\0';
        } else if (used < 14) {
            style[used] = line[i + 1];
            style[used + 1] = '\0';
        }
        i++;
    }
}

static void set_top(struct mq_pane *pane, int height)
{
    int most = mq__pane_lines(pane) - height;

    pane->top = pane->top > most ? most : pane->top;
    pane->top = pane->top < 0 ? 0 : pane->top;
}

void mq__pane_draw(struct mq_face *face, struct mq_pane *pane,
                   struct mq_area area)
{
    const char *line = mq__buf_text(&pane->text);
    char style[16] = "";
    int lines = mq__pane_lines(pane);
    int row = area.row;
    struct mq_area edge = {area.row, area.column + area.width - 1, 1, 1};

    set_top(pane, area.height);
    mq__face_blank(face, area);
    for (int i = 0; i < lines && row < area.row + area.height; i++) {
        size_t length = strcspn(line, "\n");

        if (i >= pane->top) {
            mq__face_text(face,
                          (struct mq_area){row++, area.column, 1, area.width},
                          style, line);
        }
        follow_marks(line, length, style);
        line += length + (line[length] == '\n');
    }
    if (pane->top > 0) {
        mq__face_text(face, edge, "b", "\xE2\x86\x91");
    }
    if (pane->top + area.height < lines) {
        edge.row = area.row + area.height - 1;
        mq__face_text(face, edge, "b", "\xE2\x86\x93");
    }
}

bool mq__pane_key(struct mq_pane *pane, int key, int height)
{
    switch (key) {
    case MQ_KEY_UP:
    case 'k':
        pane->top--;
        break;
    case MQ_KEY_DOWN:
    case 'j':
        pane->top++;
        break;
    case MQ_KEY_WHEEL_UP:
        pane->top -= 3;
        break;
    case MQ_KEY_WHEEL_DOWN:
        pane->top += 3;
        break;
    case MQ_KEY_PAGE_UP:
    case 'b':
        pane->top -= height - 1;
        break;
    case MQ_KEY_PAGE_DOWN:
    case ' ':
        pane->top += height - 1;
        break;
    case MQ_KEY_HOME:
        pane->top = 0;
        break;
    case MQ_KEY_END:
        pane->top = mq__pane_lines(pane);
        break;
    default:
        return false;
    }
    set_top(pane, height);
    return true;
}
