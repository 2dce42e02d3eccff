/* The file of a match being played. */
#include "term/record.h"

#include "core/buf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)64 << 20)
#define NEW_ENDING ".new"
#define DAMAGED_ENDING ".damaged"
#define MOST_NAMES 999 /* matches begun within one second */

static int join(char *out, const char *folder, const char *name)
{
    int length = snprintf(out, MQ_PATH_SIZE, "%s/%s", folder, name);

    return length < 0 || length >= MQ_PATH_SIZE ? ENAMETOOLONG : 0;
}

static int state_folder(char *out)
{
    const char *own = getenv("MAXQ_STATE");
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length;

    if (own != NULL && own[0] != '\0') {
        length = snprintf(out, MQ_PATH_SIZE, "%s", own);
        return length < MQ_PATH_SIZE ? 0 : ENAMETOOLONG;
    }
    if (state != NULL && state[0] == '/') {
        return join(out, state, "maxq");
    }
    if (home != NULL && home[0] != '\0') {
        return join(out, home, ".local/state/maxq");
    }
    return ENOENT;
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

/* A new file's name is in its folder only once that has been synced. */
static int sync_folder(const char *path)
{
    char folder[MQ_PATH_SIZE];
    char *slash;
    int fd;
    int result;

    memcpy(folder, path, strlen(path) + 1);
    slash = strrchr(folder, '/');
    if (slash == NULL) {
        memcpy(folder, ".", 2);
    } else {
        slash[slash == folder ? 1 : 0] = '\0';
    }
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    result = fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
    close(fd);
    return result;
}

static int write_line(int fd, char *line)
{
    int result = ENOMEM;

    if (line != NULL) {
        result = write_all(fd, line, strlen(line));
    }
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

/* Opens a new file named after game and time: mlem-20310504-201500.mqm. */
static int open_named(struct mq_record *record, const char *game)
{
    char folder[MQ_PATH_SIZE];
    char stamp[32];
    char name[96];
    time_t now = time(NULL);
    struct tm local;
    int result = state_folder(folder);

    if (result == 0) {
        snprintf(record->path, sizeof record->path, "%s", folder);
        result = make_folder(folder);
    }
    if (result != 0) {
        return result;
    }
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    for (int i = 1; i <= MOST_NAMES; i++) {
        char number[16] = "";

        if (i > 1) {
            snprintf(number, sizeof number, "-%d", i);
        }
        snprintf(name, sizeof name, "%.32s-%s%s.mqm", game, stamp, number);
        result = join(record->path, folder, name);
        if (result == 0) {
            result = open_new(record->path, &record->fd);
        }
        if (result != EEXIST) {
            return result;
        }
    }
    return EEXIST;
}

static int set_path(struct mq_record *record, const char *path)
{
    int length = snprintf(record->path, sizeof record->path, "%s", path);

    record->fd = -1;
    record->written = 0;
    return length < 0 || (size_t)length >= sizeof record->path ? ENAMETOOLONG
                                                               : 0;
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
    if (result == 0 && fsync(record->fd) != 0 && errno != EINVAL) {
        result = errno;
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
    record->fd = -1;
    record->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (record->fd < 0) {
        return errno;
    }
    return flock(record->fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

/* Puts the bytes into a new file beside PATH, down to the disk. */
static int write_beside(const char *path, const char *ending, const char *bytes,
                        size_t length)
{
    char beside[MQ_PATH_SIZE];
    int fd;
    int result;
    int size = snprintf(beside, sizeof beside, "%s%s", path, ending);

    if (size < 0 || (size_t)size >= sizeof beside) {
        return ENAMETOOLONG;
    }
    fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        return errno;
    }
    result = write_all(fd, bytes, length);
    if (result == 0 && fsync(fd) != 0 && errno != EINVAL) {
        result = errno;
    }
    close(fd);
    return result;
}

/* Writes the file anew, with what could be read of it. */
static int replace(struct mq_record *record, const struct mq_match *match)
{
    char fresh[MQ_PATH_SIZE + 8];
    size_t length;
    char *text = mq_match_write(match, &length);
    int result = ENOMEM;

    if (text != NULL) {
        result = write_beside(record->path, NEW_ENDING, text, length);
    }
    free(text);
    if (result != 0) {
        return result;
    }
    snprintf(fresh, sizeof fresh, "%s%s", record->path, NEW_ENDING);
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

struct found {
    struct timespec time;
    char name[256];
};

static int later_first(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;

    if (x->time.tv_sec != y->time.tv_sec) {
        return x->time.tv_sec > y->time.tv_sec ? -1 : 1;
    }
    if (x->time.tv_nsec != y->time.tv_nsec) {
        return x->time.tv_nsec > y->time.tv_nsec ? -1 : 1;
    }
    return strcmp(y->name, x->name);
}

static bool is_match_file(const char *name)
{
    size_t length = strlen(name);

    return length > 4 && length < sizeof((struct found *)0)->name &&
           strcmp(name + length - 4, ".mqm") == 0;
}

/* The match files of a folder; *out is freed by the caller. */
static int list_folder(const char *folder, struct found **out, int *count)
{
    DIR *stream = opendir(folder);
    struct dirent *item;
    int room = 0;

    if (stream == NULL) {
        return errno;
    }
    while ((item = readdir(stream)) != NULL) {
        struct stat about;

        if (!is_match_file(item->d_name) ||
            fstatat(dirfd(stream), item->d_name, &about, 0) != 0) {
            continue;
        }
        if (*count == room) {
            struct found *more =
                realloc(*out, sizeof **out * (size_t)(room + 64));

            if (more == NULL) {
                closedir(stream);
                return ENOMEM;
            }
            *out = more;
            room += 64;
        }
        (*out)[*count].time = about.st_mtim;
        memcpy((*out)[*count].name, item->d_name, strlen(item->d_name) + 1);
        ++*count;
    }
    closedir(stream);
    return 0;
}

int mq__record_latest(char path[MQ_PATH_SIZE])
{
    char folder[MQ_PATH_SIZE];
    struct found *found = NULL;
    int count = 0;
    int result = state_folder(folder);

    if (result == 0) {
        result = list_folder(folder, &found, &count);
    }
    if (result == 0) {
        result = ENOENT;
        if (count > 1) {
            qsort(found, (size_t)count, sizeof *found, later_first);
        }
        for (int i = 0; i < count && result == ENOENT; i++) {
            if (join(path, folder, found[i].name) == 0 && is_unfinished(path)) {
                result = 0;
            }
        }
    }
    free(found);
    return result;
}

int mq__record_copy(const char *path, const struct mq_match *match)
{
    size_t length;
    char *text = mq_match_write(match, &length);
    int fd;
    int result;

    if (text == NULL) {
        return ENOMEM;
    }
    result = open_new(path, &fd);
    if (result == 0) {
        result = write_all(fd, text, length);
        if (result == 0 && fsync(fd) != 0 && errno != EINVAL) {
            result = errno;
        }
        close(fd);
    }
    free(text);
    return result;
}
