/* The terminal as a whole screen, by ncurses. */
#include "term/full/face.h"

#include "core/utf8.h"
#include "term/ascii.h"
#include "term/boards/text.h"
#include "term/screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const mq__theme_words[] = {"dark", "light", "mono", NULL};

#ifdef MQ_WITH_SCREEN

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>

/* A style mark: its attribute and its colour in each theme. A colour is that
 * of 8, of 256 and of all; -1 is the terminal's own. */
struct style {
    char letter;
    attr_t attribute;
    struct {
        short basic, rich;
        int full;
    } colour[2]; /* dark, light */
};

// clang-format off
static const struct style styles[] = {
    {'0', A_NORMAL, {{COLOR_YELLOW, 214, 0xE69F00}, {COLOR_YELLOW, 130, 0x9A5B00}}},
    {'1', A_NORMAL, {{COLOR_CYAN, 75, 0x56B4E9}, {COLOR_BLUE, 25, 0x005A94}}},
    {'2', A_NORMAL, {{COLOR_GREEN, 36, 0x10B981}, {COLOR_GREEN, 29, 0x00684A}}},
    {'3', A_BOLD, {{COLOR_YELLOW, 227, 0xF0E442}, {COLOR_YELLOW, 94, 0x776B00}}},
    {'4', A_NORMAL, {{COLOR_MAGENTA, 175, 0xCC79A7}, {COLOR_MAGENTA, 126, 0x97226B}}},
    {'b', A_BOLD, {{-1, -1, -1}, {-1, -1, -1}}},
    {'d', A_DIM, {{-1, -1, -1}, {-1, -1, -1}}},
    {'g', A_NORMAL, {{COLOR_GREEN, 114, 0x87D787}, {COLOR_GREEN, 28, 0x006B1A}}},
    {'w', A_NORMAL, {{COLOR_RED, 203, 0xFF5F5F}, {COLOR_RED, 160, 0xB3001B}}},
    {'h', A_REVERSE, {{-1, -1, -1}, {-1, -1, -1}}},
};
// clang-format on

enum { STYLES = sizeof styles / sizeof styles[0] };

static void set_colours(struct mq_face *face)
{
    face->colour = has_colors() && face->theme != MQ_THEME_MONO &&
                   (getenv("NO_COLOR") == NULL || *getenv("NO_COLOR") == '\0');
    if (!face->colour) {
        return;
    }
    start_color();
    use_default_colors();
    for (int i = 0; i < STYLES; i++) {
        int theme = face->theme == MQ_THEME_LIGHT ? 1 : 0;
        int colour = COLORS >= 1 << 24 ? styles[i].colour[theme].full
                     : COLORS >= 256   ? styles[i].colour[theme].rich
                                       : styles[i].colour[theme].basic;

        init_extended_pair(i + 1, colour, -1);
    }
}

bool mq__face_can(int in, int out)
{
    const char *term = getenv("TERM");

    return isatty(in) == 1 && isatty(out) == 1 && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
}

static void measure(struct mq_face *face)
{
    getmaxyx(stdscr, face->height, face->width);
}

bool mq__face_open(struct mq_face *face)
{
    SCREEN *screen;

    setlocale(LC_ALL, "");
    face->ascii = mq__ascii_alone();
    screen = newterm(NULL, stdout, stdin);
    if (screen == NULL) {
        return false;
    }
    set_term(screen);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    set_colours(face);
    face->other = -1;
    face->wait_ms = -1;
    measure(face);
    return true;
}

void mq__face_close(struct mq_face *face)
{
    (void)face;
    curs_set(1);
    endwin();
}

void mq__face_leave(struct mq_face *face)
{
    (void)face;
    endwin();
}

void mq__face_return(struct mq_face *face)
{
    clearok(stdscr, TRUE);
    refresh();
    measure(face);
}

void mq__face_clear(struct mq_face *face)
{
    (void)face;
    erase();
}

void mq__face_blank(struct mq_face *face, struct mq_area area)
{
    (void)face;
    attrset(A_NORMAL);
    for (int i = 0; i < area.height; i++) {
        mvhline(area.row + i, area.column, ' ', area.width);
    }
}

/* The look of a text: what its marks have added up to. */
static void take_mark(const struct mq_face *face, char letter)
{
    if (letter == '.') {
        attrset(A_NORMAL);
        return;
    }
    for (int i = 0; i < STYLES; i++) {
        if (styles[i].letter != letter) {
            continue;
        }
        attr_on(styles[i].attribute, NULL);
        if (face->colour && styles[i].colour[0].basic >= 0) {
            int pair = i + 1;
            attr_t now;
            short old;

            attr_get(&now, &old, NULL);
            attr_set(now, (short)pair, &pair);
        }
    }
}

static void draw_text(struct mq_face *face, const char *text, int width)
{
    size_t left = strcspn(text, "\n");

    while (left > 0 && width > 0) {
        size_t length = mq__utf8_length(text, left);
        int columns = mq__text_width(text, length > 0 ? length : 1);

        if (text[0] == MQ_MARK && left > 1) {
            take_mark(face, text[1]);
            length = 2;
        } else if (length == 0 || (length == 1 && (text[0] & 0x60) == 0) ||
                   (length == 2 && columns == 0)) {
            addstr("?");
            length = length > 0 ? length : 1;
            width--;
        } else if (columns <= width) {
            if (face->ascii && length > 1) {
                addstr(mq__ascii_of(text, length));
            } else {
                addnstr(text, (int)length);
            }
            width -= columns;
        } else {
            return;
        }
        text += length;
        left -= length;
    }
}

void mq__face_text(struct mq_face *face, struct mq_area area, const char *style,
                   const char *text)
{
    if (area.row < 0 || area.row >= face->height) {
        return;
    }
    attrset(A_NORMAL);
    for (; *style != '\0'; style++) {
        take_mark(face, *style);
    }
    move(area.row, area.column);
    draw_text(face, text, area.width);
    attrset(A_NORMAL);
}

void mq__face_bar(struct mq_face *face, struct mq_area area, const char *style,
                  const char *text)
{
    attrset(A_NORMAL);
    for (const char *c = style; *c != '\0'; c++) {
        take_mark(face, *c);
    }
    mvhline(area.row, area.column, ' ', area.width);
    mq__face_text(face, area, style, text);
}

void mq__face_show(struct mq_face *face)
{
    (void)face;
    refresh();
}

static const struct {
    int code, key;
} keys[] = {
    {KEY_UP, MQ_KEY_UP},         {KEY_DOWN, MQ_KEY_DOWN},
    {KEY_LEFT, MQ_KEY_LEFT},     {KEY_RIGHT, MQ_KEY_RIGHT},
    {KEY_PPAGE, MQ_KEY_PAGE_UP}, {KEY_NPAGE, MQ_KEY_PAGE_DOWN},
    {KEY_HOME, MQ_KEY_HOME},     {KEY_END, MQ_KEY_END},
    {KEY_ENTER, MQ_KEY_ENTER},   {KEY_BACKSPACE, MQ_KEY_BACK},
    {KEY_RESIZE, MQ_KEY_RESIZE},
};

static int mouse_key(struct mq_face *face)
{
    MEVENT event;

    if (getmouse(&event) != OK) {
        return MQ_KEY_IGNORED;
    }
    face->row = event.y;
    face->column = event.x;
    if ((event.bstate & BUTTON4_PRESSED) != 0) {
        return MQ_KEY_WHEEL_UP;
    }
    if ((event.bstate & BUTTON5_PRESSED) != 0) {
        return MQ_KEY_WHEEL_DOWN;
    }
    return (event.bstate & BUTTON1_DOUBLE_CLICKED) != 0 ? MQ_KEY_TWICE
                                                        : MQ_KEY_CLICK;
}

static int special_key(struct mq_face *face, int code)
{
    if (code == KEY_MOUSE) {
        return mouse_key(face);
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].code == code) {
            return keys[i].key;
        }
    }
    return MQ_KEY_IGNORED;
}

static int character_key(wint_t code)
{
    switch (code) {
    case '\r':
    case '\n':
        return MQ_KEY_ENTER;
    case 0x1B:
        return MQ_KEY_ESCAPE;
    case 0x7F:
    case 8:
        return MQ_KEY_BACK;
    case '\t':
        return MQ_KEY_TAB;
    case 0x0C: /* Ctrl-L */
        clearok(stdscr, TRUE);
        return MQ_KEY_RESIZE;
    case 4: /* Ctrl-D */
        return MQ_KEY_GONE;
    default:
        return code < 0x20 ? MQ_KEY_IGNORED : (int)code;
    }
}

/* A key that was pressed already; MQ_KEY_NONE if there is none. */
static int pressed(struct mq_face *face)
{
    wint_t code = 0;
    int got = get_wch(&code);

    if (got == KEY_CODE_YES) {
        int key = special_key(face, (int)code);

        if (key == MQ_KEY_RESIZE) {
            measure(face);
        }
        return key;
    }
    return got == OK ? character_key(code) : MQ_KEY_NONE;
}

int mq__face_key(struct mq_face *face)
{
    bool readable = false;

    for (;;) {
        int key = pressed(face); /* it shows the screen, too */

        if (key != MQ_KEY_NONE) {
            return key;
        }
        if (readable) {
            return MQ_KEY_GONE; /* the end of the input */
        }
        switch (mq__screen_wait(STDIN_FILENO, face->other, face->wait_ms)) {
        case MQ_WAIT_INPUT:
            readable = true;
            break;
        case MQ_WAIT_OTHER:
            return MQ_KEY_OTHER;
        case MQ_WAIT_TIME:
            return MQ_KEY_NONE;
        case MQ_WAIT_AGAIN:
            break;
        default:
            return MQ_KEY_GONE;
        }
    }
}

bool mq__face_pause(struct mq_face *face, int ms)
{
    if (!face->motion) {
        return false;
    }
    refresh();
    return mq__screen_wait(STDIN_FILENO, -1, ms) == MQ_WAIT_TIME;
}

#else

bool mq__face_can(int in, int out)
{
    (void)in;
    (void)out;
    return false;
}

bool mq__face_open(struct mq_face *face)
{
    (void)face;
    return false;
}

void mq__face_close(struct mq_face *face)
{
    (void)face;
}

void mq__face_leave(struct mq_face *face)
{
    (void)face;
}

void mq__face_return(struct mq_face *face)
{
    (void)face;
}

void mq__face_clear(struct mq_face *face)
{
    (void)face;
}

void mq__face_blank(struct mq_face *face, struct mq_area area)
{
    (void)face;
    (void)area;
}

void mq__face_text(struct mq_face *face, struct mq_area area, const char *style,
                   const char *text)
{
    (void)face;
    (void)area;
    (void)style;
    (void)text;
}

void mq__face_bar(struct mq_face *face, struct mq_area area, const char *style,
                  const char *text)
{
    mq__face_text(face, area, style, text);
}

void mq__face_show(struct mq_face *face)
{
    (void)face;
}

int mq__face_key(struct mq_face *face)
{
    (void)face;
    return MQ_KEY_GONE;
}

bool mq__face_pause(struct mq_face *face, int ms)
{
    (void)face;
    (void)ms;
    return false;
}

#endif
