/* The file of a match being played. */
#include "term/record.h"

#include "core/buf.h"
#include "core/game.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_LISTED 50
#define MOST_BYTES ((size_t)64 << 20)
#define NEW_ENDING ".new"
#define DAMAGED_ENDING ".damaged"
#define MOST_NAMES 999 /* matches begun within one second */

/* Prints a path; ENAMETOOLONG where it doesn't fit. */
__attribute__((format(printf, 2, 3))) static int put_path(
    char out[MQ_PATH_SIZE], const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(out, MQ_PATH_SIZE, format, args);
    va_end(args);
    return length < 0 || length >= MQ_PATH_SIZE ? ENAMETOOLONG : 0;
}

static int state_folder(char out[MQ_PATH_SIZE])
{
    const char *own = getenv("MAXQ_STATE");
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");

    if (own != NULL && own[0] != '\0') {
        return put_path(out, "%s", own);
    }
    if (state != NULL && state[0] == '/') {
        return put_path(out, "%s/maxq", state);
    }
    return home != NULL && home[0] != '\0'
               ? put_path(out, "%s/.local/state/maxq", home)
               : ENOENT;
}

/* mkdir -p; only for the owner, since the seed of a match is secret. */
static int make_folder(const char *folder)
{
    char path[MQ_PATH_SIZE];
    size_t length = strlen(folder);

    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        path[i] = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            return errno;
        }
        path[i] = folder[i];
    }
    return 0;
}

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);

        if (written < 0 && errno != EINTR) {
            return errno;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

/* Down to the disk; some files can't be synced, and needn't. */
static int sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

/* A new file's name is in its folder only once that has been synced. */
static int sync_folder(const char *path)
{
    char copy[MQ_PATH_SIZE];
    int fd, result;

    memcpy(copy, path, strlen(path) + 1);
    fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    result = sync_file(fd);
    close(fd);
    return result;
}

static int write_line(int fd, char *line)
{
    int result = line != NULL ? write_all(fd, line, strlen(line)) : ENOMEM;

    free(line);
    return result;
}

int mq__record_sync(struct mq_record *record, const struct mq_match *match)
{
    int entries = mq_match_entries(match);
    bool any = record->written < entries;

    while (record->written < entries) {
        int result =
            write_line(record->fd, mq_match_entry_line(match, record->written));

        if (result != 0) {
            return result;
        }
        record->written++;
    }
    if (any && fdatasync(record->fd) != 0 && errno != EINVAL) {
        return errno;
    }
    return 0;
}

/* Opens a file that doesn't exist yet. */
static int open_new(const char *path, int *fd)
{
    *fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    return *fd < 0 ? errno : 0;
}

/* Opens a new file named after game and time: GAME-20310504-201500.mqm. */
static int open_named(struct mq_record *record, const char *game)
{
    char folder[MQ_PATH_SIZE], stamp[32], number[16] = "";
    time_t now = time(NULL);
    struct tm local;
    int result = state_folder(folder);

    if (result == 0) {
        put_path(record->path, "%s", folder);
        result = make_folder(folder);
    }
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    for (int i = 2; result == 0 && i <= MOST_NAMES; i++) {
        result = put_path(record->path, "%s/%.32s-%s%s.mqm", folder, game,
                          stamp, number);
        if (result == 0) {
            result = open_new(record->path, &record->fd);
        }
        if (result != EEXIST) {
            return result;
        }
        snprintf(number, sizeof number, "-%d", i);
        result = 0;
    }
    return result != 0 ? result : EEXIST;
}

static int set_path(struct mq_record *record, const char *path)
{
    record->fd = -1;
    record->written = 0;
    return put_path(record->path, "%s", path);
}

static int open_path(struct mq_record *record, const char *path)
{
    int result = set_path(record, path);

    return result == 0 ? open_new(record->path, &record->fd) : result;
}

int mq__record_create(struct mq_record *record, const char *path,
                      const struct mq_match *match)
{
    int result;

    memset(record, 0, sizeof *record);
    record->fd = -1;
    result = path != NULL ? open_path(record, path)
                          : open_named(record, mq_match_game(match)->id);
    if (result == 0) {
        flock(record->fd, LOCK_EX | LOCK_NB);
        result = write_line(record->fd, mq_match_header_line(match));
    }
    if (result == 0) {
        result = write_line(record->fd, mq_match_secret_line(match));
    }
    if (result == 0) {
        result = sync_file(record->fd);
    }
    if (result == 0) {
        result = sync_folder(record->path);
    }
    if (result == 0) {
        result = mq__record_sync(record, match);
    }
    if (result != 0) {
        mq__record_close(record);
    }
    return result;
}

void mq__record_close(struct mq_record *record)
{
    if (record->fd >= 0) {
        close(record->fd);
    }
    record->fd = -1;
}

static int read_all(int fd, struct mq_buf *out)
{
    char block[16384];

    for (;;) {
        ssize_t got = read(fd, block, sizeof block);

        if (got < 0 && errno != EINTR) {
            return errno;
        }
        if (got == 0) {
            return out->failed ? ENOMEM : 0;
        }
        if (got > 0) {
            mq__buf_add(out, block, (size_t)got);
        }
        if (out->length > MOST_BYTES) {
            return EFBIG;
        }
    }
}

static int open_locked(struct mq_record *record, const char *path)
{
    record->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    return record->fd >= 0 && flock(record->fd, LOCK_EX | LOCK_NB) == 0 ? 0
                                                                        : errno;
}

/* Writes the bytes down to the disk and closes the file, or gives its error. */
static int write_and_close(int fd, const char *bytes, size_t length)
{
    int result = fd < 0 ? errno : write_all(fd, bytes, length);

    if (result == 0) {
        result = sync_file(fd);
    }
    if (fd >= 0) {
        close(fd);
    }
    return result;
}

/* Puts the bytes into a new file beside PATH. */
static int write_beside(const char *path, const char *ending, const char *bytes,
                        size_t length)
{
    char beside[MQ_PATH_SIZE];
    int result = put_path(beside, "%s%s", path, ending);

    return result == 0
               ? write_and_close(open(beside,
                                      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                                      0600),
                                 bytes, length)
               : result;
}

/* Writes the file anew, with what could be read of it. */
static int replace(struct mq_record *record, const struct mq_match *match)
{
    char fresh[MQ_PATH_SIZE];
    size_t length;
    char *text = mq_match_write(match, &length);
    int result = text != NULL
                     ? write_beside(record->path, NEW_ENDING, text, length)
                     : ENOMEM;

    free(text);
    if (result != 0) {
        return result;
    }
    put_path(fresh, "%s%s", record->path, NEW_ENDING);
    if (rename(fresh, record->path) != 0) {
        return errno;
    }
    close(record->fd);
    return open_locked(record, record->path);
}

/* Makes the file one that entries can be appended to. If something was lost,
 * the damaged one is put aside first. */
static int mend(struct mq_record *record, const struct mq_buf *bytes,
                const struct mq_match *match,
                const struct mq_match_notice *notice)
{
    const char *text = mq__buf_text(bytes);
    int result;

    if (notice->line == 0) {
        if (bytes->length > 0 && text[bytes->length - 1] != '\n') {
            return write_all(record->fd, "\n", 1);
        }
        return 0;
    }
    result = write_beside(record->path, DAMAGED_ENDING, text, bytes->length);
    return result == 0 ? replace(record, match) : result;
}

/* Opens, locks and reads; the bytes too, for mending. */
static bool read_match(struct mq_record *record, const char *path,
                       struct mq_match **match, struct mq_buf *bytes,
                       struct mq_record_trouble *trouble)
{
    memset(trouble, 0, sizeof *trouble);
    *match = NULL;
    trouble->number = set_path(record, path);
    if (trouble->number == 0) {
        trouble->number = open_locked(record, path);
    }
    if (trouble->number == 0) {
        trouble->number = read_all(record->fd, bytes);
    }
    return trouble->number == 0 &&
           mq_match_read(mq__buf_text(bytes), bytes->length, match,
                         &trouble->notice, &trouble->error) == MQ_OK;
}

bool mq__record_open(struct mq_record *record, const char *path,
                     struct mq_match **match, struct mq_record_trouble *trouble)
{
    struct mq_buf bytes;
    bool good;

    mq__buf_init(&bytes);
    good = read_match(record, path, match, &bytes, trouble);
    if (good) {
        trouble->number = mend(record, &bytes, *match, &trouble->notice);
        record->written = mq_match_entries(*match);
        good = trouble->number == 0;
    }
    mq__buf_finish(&bytes);
    if (!good) {
        mq_match_destroy(*match);
        *match = NULL;
        mq__record_close(record);
    }
    return good;
}

/* Whether a file holds a match that can be played on; it stays as it is. */
static bool is_unfinished(const char *path)
{
    struct mq_record record = {.fd = -1};
    struct mq_record_trouble trouble;
    struct mq_match *match;
    struct mq_buf bytes;
    bool unfinished;

    mq__buf_init(&bytes);
    unfinished = read_match(&record, path, &match, &bytes, &trouble) &&
                 !mq_match_closed(match);
    mq__buf_finish(&bytes);
    mq_match_destroy(match);
    mq__record_close(&record);
    return unfinished;
}

/* A match file of the folder. */
struct found {
    struct timespec time;
    char name[256];
};

/* Whether a comes before b: later ones first, then by name. */
static bool comes_before(const struct found *a, const struct found *b)
{
    if (a->time.tv_sec != b->time.tv_sec) {
        return a->time.tv_sec > b->time.tv_sec;
    }
    if (a->time.tv_nsec != b->time.tv_nsec) {
        return a->time.tv_nsec > b->time.tv_nsec;
    }
    return strcmp(a->name, b->name) > 0;
}

/* False: it is no match file. */
static bool look_at(DIR *stream, const char *name, struct found *out)
{
    size_t length = strlen(name);
    struct stat about;

    if (length <= 4 || length >= sizeof out->name ||
        strcmp(name + length - 4, ".mqm") != 0 ||
        fstatat(dirfd(stream), name, &about, 0) != 0) {
        return false;
    }
    out->time = about.st_mtim;
    memcpy(out->name, name, length + 1);
    return true;
}

/* The first match file of a folder, or the one after `last`; false: none. */
static bool find_next(const char *folder, const struct found *last,
                      struct found *out)
{
    DIR *stream = opendir(folder);
    struct dirent *item;
    bool any = false;

    while (stream != NULL && (item = readdir(stream)) != NULL) {
        struct found found;

        if (look_at(stream, item->d_name, &found) &&
            (last == NULL || comes_before(last, &found)) &&
            (!any || comes_before(&found, out))) {
            *out = found;
            any = true;
        }
    }
    if (stream != NULL) {
        closedir(stream);
    }
    return any;
}

int mq__record_latest(char path[MQ_PATH_SIZE])
{
    char folder[MQ_PATH_SIZE];
    struct found at, last;
    int result = state_folder(folder);

    if (result != 0) {
        return result;
    }
    for (bool any = find_next(folder, NULL, &at); any;
         any = find_next(folder, &last, &at)) {
        if (put_path(path, "%s/%s", folder, at.name) == 0 &&
            is_unfinished(path)) {
            return 0;
        }
        last = at;
    }
    return ENOENT;
}

int mq__record_folder(char out[MQ_PATH_SIZE])
{
    int result = state_folder(out);

    return result == 0 ? make_folder(out) : result;
}

char *mq__record_read(const char *path, size_t *length)
{
    struct mq_buf bytes;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    mq__buf_init(&bytes);
    if (fd < 0 || read_all(fd, &bytes) != 0 || bytes.data == NULL) {
        mq__buf_finish(&bytes);
    }
    if (fd >= 0) {
        close(fd);
    }
    *length = bytes.length;
    return bytes.data;
}

/* The game and the names of the players. */
static void describe(const struct mq_match *match, struct mq_stored *out)
{
    const struct mq_match_config *config = mq_match_config_of(match);
    struct mq_buf about;

    mq__buf_fixed(&about, out->about, sizeof out->about);
    mq__buf_str(&about, mq_game_word(mq_match_game(match)));
    for (int seat = 0; seat < config->setup.players; seat++) {
        const char *name = config->seat[seat].name;

        mq__buf_str(&about, seat == 0 ? ": " : ", ");
        mq__buf_str(&about, name[0] != '\0' ? name : mq__seat_words[seat]);
    }
    out->finished = mq_match_closed(match);
}

static bool look_into(const struct found *found, struct mq_stored *out)
{
    struct mq_match *match = NULL;
    struct mq_error error;
    struct tm time;
    size_t length;
    char *text = mq__record_read(out->path, &length);
    bool good = text != NULL &&
                mq_match_read(text, length, &match, NULL, &error) == MQ_OK;

    if (good) {
        describe(match, out);
        localtime_r(&found->time.tv_sec, &time);
        strftime(out->when, sizeof out->when, "%Y-%m-%d %H:%M", &time);
    }
    mq_match_destroy(match);
    free(text);
    return good;
}

int mq__record_list(struct mq_stored **out)
{
    char folder[MQ_PATH_SIZE];
    struct found at, last;
    int count = 0;

    *out = state_folder(folder) == 0 ? calloc(MOST_LISTED, sizeof **out) : NULL;
    if (*out == NULL) {
        return 0;
    }
    for (bool any = find_next(folder, NULL, &at); any && count < MOST_LISTED;
         any = find_next(folder, &last, &at)) {
        struct mq_stored *stored = &(*out)[count];

        count += put_path(stored->path, "%s/%s", folder, at.name) == 0 &&
                 look_into(&at, stored);
        last = at;
    }
    return count;
}

int mq__record_copy(const char *path, const struct mq_match *match)
{
    size_t length;
    char *text = mq_match_write(match, &length);
    int fd, result = text != NULL ? open_new(path, &fd) : ENOMEM;

    if (result == 0) {
        result = write_and_close(fd, text, length);
    }
    free(text);
    return result;
}
