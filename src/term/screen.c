/* The screen and the keyboard of a terminal. */
#include "term/screen.h"

#include <maxq/bot.h>

#include "core/utf8.h"
#include "term/ascii.h"
#include "term/edit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define LEAST_WIDTH 40
#define MOST_WIDTH 200

/* Signals end the wait for a line in an orderly way: the screen can be
 * cleared of what is hidden, and the person told where the match is kept. */
static const int leave_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

struct style {
    char letter;
    const char *basic; /* 16 colours */
    const char *rich;  /* 256: Okabe and Ito's, safe for the colour-blind */
};

// clang-format off
static const struct style styles[] = {
    {'0', "33", "38;5;214"}, /* orange */
    {'1', "36", "38;5;75"},  /* sky blue */
    {'2', "32", "38;5;36"},  /* green */
    {'3', "93", "38;5;227"}, /* yellow */
    {'4', "35", "38;5;175"}, /* purple */
    {'b', "1", "1"},
    {'d', "2", "2"},
    {'g', "32", "38;5;114"},
    {'w', "31", "38;5;203"},
    {'h', "7", "7"},
    {'.', "0", "0"},
};
// clang-format on

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0';
}

/* A signal came. A handler can reach nothing else. */
static int stopped;

static void wake(int number)
{
    int kept = errno;

    (void)number;
    mq_budget_stop(&stopped);
    errno = kept;
}

/* The program was stopped and goes on: whatever was on the screen is gone. */
static volatile sig_atomic_t continued;

static void wake_again(int number)
{
    (void)number;
    continued = 1;
}

bool mq__screen_continued(void)
{
    bool was = continued != 0;

    continued = 0;
    return was;
}

static void mask_signals(int how)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < sizeof leave_signals / sizeof leave_signals[0];
         i++) {
        sigaddset(&set, leave_signals[i]);
    }
    sigprocmask(how, &set, NULL);
}

/* The signals stay blocked except while waiting for a line or for a bot: no
 * entry is ever half written by an orderly end. */
void mq__screen_hold_signals(void)
{
    struct sigaction action = {.sa_handler = wake};

    for (size_t i = 0; i < sizeof leave_signals / sizeof leave_signals[0];
         i++) {
        sigaction(leave_signals[i], &action, NULL);
    }
    action.sa_handler = wake_again;
    sigaction(SIGCONT, &action, NULL);
    mask_signals(SIG_BLOCK);
    signal(SIGPIPE, SIG_IGN);
}

const int *mq__screen_think(void)
{
    mask_signals(SIG_UNBLOCK);
    return &stopped;
}

bool mq__screen_thought(void)
{
    mask_signals(SIG_BLOCK);
    return __atomic_load_n(&stopped, __ATOMIC_RELAXED) == 0;
}

void mq__screen_init(struct mq_screen *screen, int in, int out, bool plain)
{
    const char *term = getenv("TERM");
    bool dumb = term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;
    bool tty = isatty(out) == 1;

    memset(screen, 0, sizeof *screen);
    screen->in = in;
    screen->out = out;
    screen->can_clear = tty && !dumb;
    screen->redraws = screen->can_clear && !plain;
    screen->colour = tty && !dumb && !plain && !is_set("NO_COLOR");
    screen->rich = is_set("COLORTERM") ||
                   (term != NULL && strstr(term, "256color") != NULL);
    mq__buf_init(&screen->text);
    mq__screen_measure(screen);
}

bool mq__screen_finish(struct mq_screen *screen)
{
    mq__screen_flush(screen);
    mq__buf_finish(&screen->text);
    return !screen->lost;
}

static int number_of(const char *name, int missing)
{
    const char *value = getenv(name);
    char *end;
    long number;

    if (value == NULL || value[0] == '\0') {
        return missing;
    }
    number = strtol(value, &end, 10);
    if (*end != '\0' || number < 1 || number > 10000) {
        return missing;
    }
    return (int)number;
}

void mq__screen_measure(struct mq_screen *screen)
{
    struct winsize size;

    if (screen->front != NULL) {
        screen->front->measure(screen->front, screen);
        return;
    }
    screen->width = number_of("COLUMNS", 80);
    screen->height = number_of("LINES", 24);
    if (ioctl(screen->out, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        screen->width = size.ws_col;
        screen->height = size.ws_row;
    }
    if (screen->width < LEAST_WIDTH) {
        screen->width = LEAST_WIDTH;
    }
    if (screen->width > MOST_WIDTH) {
        screen->width = MOST_WIDTH;
    }
}

static void write_all(struct mq_screen *screen, const char *bytes,
                      size_t length)
{
    while (length > 0) {
        ssize_t written = write(screen->out, bytes, length);

        if (written < 0 && errno != EINTR) {
            screen->lost = true;
            return;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

static void add_style(const struct mq_screen *screen, struct mq_buf *out,
                      char letter)
{
    if (!screen->colour) {
        return;
    }
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        if (styles[i].letter == letter) {
            mq__buf_printf(out, "\x1b[%sm",
                           screen->rich ? styles[i].rich : styles[i].basic);
        }
    }
}

/* One character of gathered text; returns how many bytes it was. */
static size_t add_shown(const struct mq_screen *screen, struct mq_buf *out,
                        const char *text, size_t left)
{
    unsigned char first = (unsigned char)text[0];
    size_t length = mq__utf8_length(text, left);

    if (text[0] == MQ_MARK && left > 1) {
        add_style(screen, out, text[1]);
        return 2;
    }
    if (first == '\n' || (first >= 0x20 && first < 0x7F)) {
        mq__buf_char(out, text[0]);
        return 1;
    }
    /* C1 controls are two bytes that begin with 0xC2. */
    if (length < 2 || (first == 0xC2 && (unsigned char)text[1] < 0xA0)) {
        mq__buf_char(out, '?');
        return length > 0 ? length : 1;
    }
    if (screen->ascii) {
        mq__buf_str(out, mq__ascii_of(text, length));
    } else {
        mq__buf_add(out, text, length);
    }
    return length;
}

void mq__screen_flush(struct mq_screen *screen)
{
    const char *text = mq__buf_text(&screen->text);
    struct mq_buf shown;

    if (screen->front != NULL) {
        return; /* it shows the text where it asks */
    }
    mq__buf_init(&shown);
    for (size_t i = 0; i < screen->text.length;) {
        i += add_shown(screen, &shown, text + i, screen->text.length - i);
    }
    write_all(screen, mq__buf_text(&shown), shown.length);
    mq__buf_finish(&shown);
    mq__buf_clear(&screen->text);
}

void mq__screen_clear(struct mq_screen *screen, bool history)
{
    /* The scrollback goes last: some terminals push the screen into it. */
    static const char all[] = "\x1b[H\x1b[2J\x1b[3J";

    mq__buf_clear(&screen->text);
    mq__screen_measure(screen);
    if (screen->front != NULL) {
        return;
    }
    if (screen->can_clear) {
        write_all(screen, all, history ? sizeof all - 1 : 7);
        return;
    }
    for (int i = 0; i < screen->height; i++) {
        write_all(screen, "\n", 1);
    }
}

enum mq_wait mq__screen_wait(int fd, int other, int ms)
{
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN},
                           {.fd = other, .events = POLLIN}};
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    sigset_t open;
    int ready;

    sigprocmask(SIG_SETMASK, NULL, &open);
    for (size_t i = 0; i < sizeof leave_signals / sizeof leave_signals[0];
         i++) {
        sigdelset(&open, leave_signals[i]);
    }
    ready = ppoll(fds, 2, ms >= 0 ? &time : NULL, &open);
    if (__atomic_load_n(&stopped, __ATOMIC_RELAXED) != 0) {
        return MQ_WAIT_STOPPED;
    }
    if (ready < 0) {
        return MQ_WAIT_AGAIN;
    }
    if (ready == 0) {
        return MQ_WAIT_TIME;
    }
    return fds[0].revents != 0 ? MQ_WAIT_INPUT : MQ_WAIT_OTHER;
}

/* Waits until there is something to read, or the program goes on after it was
 * stopped (AGAIN), or a signal ends it. */
static enum mq_wait wait_input(int fd)
{
    enum mq_wait wait;

    do {
        wait = mq__screen_wait(fd, -1, -1);
    } while (wait == MQ_WAIT_AGAIN && continued == 0);
    return wait;
}

/* Hands out the first line typed; false if there is no whole one. */
static bool take_line(struct mq_screen *screen, char *out, size_t size,
                      bool rest)
{
    char *end = memchr(screen->typed, '\n', screen->typed_length);
    size_t length = screen->typed_length;
    size_t used;

    if (end != NULL) {
        length = (size_t)(end - screen->typed);
    } else if (!rest || length == 0) {
        return false;
    }
    used = end != NULL ? length + 1 : length;
    if (length > size - 1) {
        length = size - 1;
    }
    memcpy(out, screen->typed, length);
    out[length] = '\0';
    screen->typed_length -= used;
    memmove(screen->typed, screen->typed + used, screen->typed_length);
    return true;
}

/* The last line gathered is the prompt, which the editor draws itself. */
static bool edit_line(struct mq_screen *screen, char *out, size_t size)
{
    const char *text = mq__buf_text(&screen->text);
    const char *newline = strrchr(text, '\n');
    char prompt[64];

    /* Marks before it belong to what is shown. */
    for (newline = newline != NULL ? newline + 1 : text; *newline == MQ_MARK;
         newline += 2) {
    }
    snprintf(prompt, sizeof prompt, "%s", newline);
    mq__buf_cut(&screen->text, (size_t)(newline - text));
    mq__screen_flush(screen);
    return mq__edit_line(screen->edit, prompt, out, size);
}

bool mq__screen_line(struct mq_screen *screen, char *out, size_t size)
{
    if (screen->front != NULL) {
        return screen->front->line(screen->front, screen, out, size);
    }
    if (screen->typed_length == 0 && screen->edit != NULL) {
        return edit_line(screen, out, size);
    }
    mq__screen_flush(screen);
    while (!take_line(screen, out, size,
                      screen->typed_length == sizeof screen->typed)) {
        enum mq_wait wait = wait_input(screen->in);
        ssize_t got;

        if (wait == MQ_WAIT_AGAIN && mq__screen_continued()) {
            out[0] = '\0'; /* an empty line: everything is drawn anew */
            return true;
        }
        if (wait != MQ_WAIT_INPUT) {
            return false;
        }
        got = read(screen->in, screen->typed + screen->typed_length,
                   sizeof screen->typed - screen->typed_length);
        if (got <= 0) {
            return take_line(screen, out, size, true);
        }
        screen->typed_length += (size_t)got;
    }
    return true;
}
