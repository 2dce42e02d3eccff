/* Editing typed lines, by libedit. */
#include "term/edit.h"

#ifdef MQ_WITH_EDIT

#include "core/utf8.h"
#include "term/screen.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define MOST_KEPT 200 /* lines of the history */
#define LONGEST 64    /* bytes of a word that is completed */

struct mq_edit {
    EditLine *line;
    History *history;
    HistEvent event;
    mq_edit_words *words;
    void *context;
    const char *prompt;
    const char *pending; /* keys that are as good as pressed */
    bool gone;
};

static char *prompt_of(EditLine *line)
{
    struct mq_edit *edit;

    el_get(line, EL_CLIENTDATA, &edit);
    return (char *)edit->prompt;
}

/* One byte, with signals let through while waiting. */
static int read_byte(struct mq_edit *edit, unsigned char *out)
{
    enum mq_wait wait;

    if (edit->pending[0] != '\0') {
        *out = (unsigned char)edit->pending[0];
        edit->pending++;
        return 1;
    }
    do {
        wait = mq__screen_wait(STDIN_FILENO, -1, -1);
        if (mq__screen_continued()) {
            /* The line is dropped, an empty one draws everything anew. */
            el_set(edit->line, EL_PREP_TERM, 1);
            edit->pending = "\n";
            *out = 'U' - '@'; /* Ctrl-U */
            return 1;
        }
    } while (wait == MQ_WAIT_AGAIN);
    if (wait != MQ_WAIT_INPUT || read(STDIN_FILENO, out, 1) != 1) {
        edit->gone = true;
        return 0;
    }
    return 1;
}

/* One character: the bytes of UTF-8 that it is made of. */
static int read_character(EditLine *line, wchar_t *out)
{
    static const unsigned char tops[] = {0x7F, 0x1F, 0x0F, 0x07};
    struct mq_edit *edit;
    unsigned char byte;
    int more;

    el_get(line, EL_CLIENTDATA, &edit);
    if (read_byte(edit, &byte) == 0) {
        return 0;
    }
    more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    *out = (wchar_t)(byte & tops[more]);
    for (; more > 0; more--) {
        if (read_byte(edit, &byte) == 0) {
            return 0;
        }
        *out = (wchar_t)(*out << 6 | (byte & 0x3F));
    }
    return 1;
}

static size_t common(const char *a, const char *b)
{
    size_t length = 0;

    while (a[length] != '\0' && a[length] == b[length]) {
        length++;
    }
    return length;
}

/* The words that begin like the last one typed. */
struct found {
    int count;
    char begin[LONGEST]; /* what all of them begin with */
};

static void find(const struct mq_edit *edit, const char *typed, size_t length,
                 struct found *out)
{
    const char *word;

    out->count = 0;
    for (int k = 0; (word = edit->words(edit->context, k)) != NULL; k++) {
        if (strncmp(word, typed, length) != 0 || strlen(word) >= LONGEST) {
            continue;
        }
        if (out->count++ == 0) {
            snprintf(out->begin, sizeof out->begin, "%s", word);
        } else {
            out->begin[common(out->begin, word)] = '\0';
        }
    }
}

static void list(const struct mq_edit *edit, const char *typed, size_t length)
{
    const char *word, *last = "";

    putchar('\n');
    for (int k = 0; (word = edit->words(edit->context, k)) != NULL; k++) {
        if (strncmp(word, typed, length) == 0 && strcmp(word, last) != 0) {
            printf("%s  ", word);
            last = word;
        }
    }
    putchar('\n');
    fflush(stdout);
}

static unsigned char complete(EditLine *line, int key)
{
    const LineInfo *info = el_line(line);
    const char *start = info->cursor;
    struct mq_edit *edit;
    struct found found;
    size_t length;

    (void)key;
    el_get(line, EL_CLIENTDATA, &edit);
    while (start > info->buffer && start[-1] != ' ') {
        start--;
    }
    length = (size_t)(info->cursor - start);
    find(edit, start, length, &found);
    if (found.count == 0) {
        return CC_REFRESH_BEEP;
    }
    if (strlen(found.begin) > length) {
        el_insertstr(line, found.begin + length);
    } else if (found.count > 1) {
        list(edit, start, length);
        return CC_REDISPLAY;
    }
    return CC_REFRESH;
}

/* Whether a person types at this terminal: libedit turns the echo on. */
static bool has_echo(void)
{
    struct termios mode;

    return isatty(STDOUT_FILENO) == 1 && tcgetattr(STDIN_FILENO, &mode) == 0 &&
           (mode.c_lflag & ECHO) != 0;
}

struct mq_edit *mq__edit_open(mq_edit_words *words, void *context)
{
    struct mq_edit *edit;

    if (!has_echo() || (edit = calloc(1, sizeof *edit)) == NULL) {
        return NULL;
    }
    edit->line = el_init("maxq", stdin, stdout, stderr);
    edit->history = history_init();
    if (edit->line == NULL || edit->history == NULL) {
        mq__edit_close(edit);
        return NULL;
    }
    edit->words = words;
    edit->context = context;
    edit->pending = "";
    history(edit->history, &edit->event, H_SETSIZE, MOST_KEPT);
    el_set(edit->line, EL_CLIENTDATA, edit);
    el_set(edit->line, EL_EDITOR, "emacs");
    el_set(edit->line, EL_PROMPT, prompt_of);
    el_set(edit->line, EL_HIST, history, edit->history);
    el_set(edit->line, EL_GETCFN, read_character);
    el_set(edit->line, EL_ADDFN, "complete", "complete a word", complete);
    el_set(edit->line, EL_BIND, "^I", "complete", NULL);
    el_set(edit->line, EL_SIGNAL, 0);
    el_source(edit->line, NULL);
    return edit;
}

void mq__edit_close(struct mq_edit *edit)
{
    if (edit == NULL) {
        return;
    }
    if (edit->line != NULL) {
        el_end(edit->line);
    }
    if (edit->history != NULL) {
        history_end(edit->history);
    }
    free(edit);
}

bool mq__edit_line(struct mq_edit *edit, const char *prompt, char *out,
                   size_t size)
{
    const char *typed;
    int count = 0;

    edit->prompt = prompt;
    edit->gone = false;
    typed = el_gets(edit->line, &count);
    if (typed == NULL || edit->gone) {
        return false;
    }
    snprintf(out, size, "%.*s", (int)strcspn(typed, "\r\n"), typed);
    if (out[0] != '\0') {
        history(edit->history, &edit->event, H_ENTER, out);
    }
    return true;
}

#else

struct mq_edit *mq__edit_open(mq_edit_words *words, void *context)
{
    (void)words;
    (void)context;
    return NULL;
}

void mq__edit_close(struct mq_edit *edit)
{
    (void)edit;
}

bool mq__edit_line(struct mq_edit *edit, const char *prompt, char *out,
                   size_t size)
{
    (void)edit;
    (void)prompt;
    (void)out;
    (void)size;
    return false;
}

#endif
