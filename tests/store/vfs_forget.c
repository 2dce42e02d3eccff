/* See vfs_forget.h. One process, any number of connections and threads; locks
 * are left to the callers' order (SQLite's own locks are kept by counts). */
#include "vfs_forget.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 16, SECTOR = 512, REGION = 32768, REGIONS = 8 };

struct disk_file {
    char name[128];
    bool exists, durable;
    unsigned char *now, *safe; /* as written; as synced */
    long size, safe_size, room;
    void *region[REGIONS];
    int shared, exclusive; /* database locks, by count */
    int shm_shared[SQLITE_SHM_NLOCK], shm_exclusive[SQLITE_SHM_NLOCK];
};

struct open_file {
    sqlite3_file base;
    struct disk_file *file;
    int lock;
    int shm_shared, shm_exclusive; /* masks of the locks held */
};

static struct {
    pthread_mutex_t lock;
    struct disk_file file[FILES];
    int countdown;
    bool counting, cut, full;
    int syncs;
    sqlite3_vfs vfs;
    sqlite3_io_methods methods;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct disk_file *of(sqlite3_file *base)
{
    return ((struct open_file *)base)->file;
}

/* One step nearer to the cut; true: there is no power. */
static bool dead(void)
{
    if (disk.counting && --disk.countdown <= 0) {
        disk.cut = true;
        disk.counting = false;
    }
    return disk.cut;
}

static bool make_room(struct disk_file *f, long size)
{
    if (size > f->room) {
        long room = size * 2 + 65536;
        unsigned char *more = realloc(f->now, (size_t)room);

        if (more == NULL) {
            return false;
        }
        f->now = more;
        f->room = room;
    }
    if (size > f->size) {
        memset(f->now + f->size, 0, (size_t)(size - f->size));
        f->size = size;
    }
    return true;
}

static int x_close(sqlite3_file *base)
{
    (void)base;
    return SQLITE_OK;
}

static int x_read(sqlite3_file *base, void *out, int count, sqlite3_int64 at)
{
    struct disk_file *f = of(base);
    int code = SQLITE_OK;
    long have;

    pthread_mutex_lock(&disk.lock);
    have = f->size - (long)at;
    if (have < count) {
        have = have < 0 ? 0 : have;
        memset((char *)out + have, 0, (size_t)(count - have));
        code = SQLITE_IOERR_SHORT_READ;
    } else {
        have = count;
    }
    if (have > 0) {
        memcpy(out, f->now + at, (size_t)have);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_write(sqlite3_file *base, const void *in, int count,
                   sqlite3_int64 at)
{
    struct disk_file *f = of(base);
    int code = SQLITE_OK;

    pthread_mutex_lock(&disk.lock);
    if (dead()) {
        code = SQLITE_IOERR_WRITE;
    } else if (disk.full && (long)at + count > f->size) {
        code = SQLITE_FULL;
    } else if (!make_room(f, (long)at + count)) {
        code = SQLITE_NOMEM;
    } else {
        memcpy(f->now + at, in, (size_t)count);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct disk_file *f = of(base);
    int code = SQLITE_OK;

    pthread_mutex_lock(&disk.lock);
    if (dead()) {
        code = SQLITE_IOERR_TRUNCATE;
    } else if ((long)size < f->size) {
        f->size = (long)size;
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_sync(sqlite3_file *base, int flags)
{
    struct disk_file *f = of(base);
    unsigned char *copy;
    int code = SQLITE_OK;

    (void)flags;
    pthread_mutex_lock(&disk.lock);
    disk.syncs++;
    copy = dead() ? NULL : malloc((size_t)f->size + 1);
    if (copy == NULL) {
        code = SQLITE_IOERR_FSYNC;
    } else {
        if (f->size > 0) {
            memcpy(copy, f->now, (size_t)f->size);
        }
        free(f->safe);
        f->safe = copy;
        f->safe_size = f->size;
        f->durable = true;
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_size(sqlite3_file *base, sqlite3_int64 *out)
{
    pthread_mutex_lock(&disk.lock);
    *out = of(base)->size;
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

/* The shared and exclusive counts of a file without this connection's own. */
static void let_go(struct open_file *o)
{
    o->file->shared -= o->lock == SQLITE_LOCK_SHARED;
    o->file->exclusive -= o->lock > SQLITE_LOCK_SHARED;
}

static int take(struct open_file *o, int lock)
{
    struct disk_file *f = o->file;
    int before = o->lock, code = SQLITE_OK;

    let_go(o);
    o->lock = SQLITE_LOCK_NONE;
    if ((lock == SQLITE_LOCK_EXCLUSIVE && f->shared > 0) ||
        (lock > SQLITE_LOCK_NONE && f->exclusive > 0)) {
        code = SQLITE_BUSY;
        lock = before;
    }
    o->lock = lock;
    f->shared += lock == SQLITE_LOCK_SHARED;
    f->exclusive += lock > SQLITE_LOCK_SHARED;
    return code;
}

static int x_lock(sqlite3_file *base, int lock)
{
    struct open_file *o = (struct open_file *)base;
    int code = SQLITE_OK;

    pthread_mutex_lock(&disk.lock);
    if (o->lock < lock) {
        code = take(o, lock);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_unlock(sqlite3_file *base, int lock)
{
    struct open_file *o = (struct open_file *)base;

    pthread_mutex_lock(&disk.lock);
    if (o->lock > lock) {
        let_go(o);
        o->lock = lock;
        o->file->shared += lock == SQLITE_LOCK_SHARED;
    }
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

static int x_reserved(sqlite3_file *base, int *out)
{
    *out = of(base)->exclusive > 0;
    return SQLITE_OK;
}

static int x_control(sqlite3_file *base, int op, void *arg)
{
    (void)base;
    (void)op;
    (void)arg;
    return SQLITE_NOTFOUND;
}

static int x_sector(sqlite3_file *base)
{
    (void)base;
    return SECTOR;
}

static int x_traits(sqlite3_file *base)
{
    (void)base;
    return 0;
}

static int x_shm_map(sqlite3_file *base, int region, int size, int extend,
                     void volatile **out)
{
    struct disk_file *f = of(base);

    *out = NULL;
    if (region >= REGIONS || size > REGION) {
        return SQLITE_IOERR_SHMSIZE;
    }
    pthread_mutex_lock(&disk.lock);
    if (f->region[region] == NULL && extend) {
        f->region[region] = calloc(1, REGION);
    }
    *out = f->region[region];
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

static int shm_exclusive(struct open_file *o, int offset, int n)
{
    struct disk_file *f = o->file;

    for (int i = offset; i < offset + n; i++) {
        int own = o->shm_shared >> i & 1;

        if (f->shm_exclusive[i] > 0 || f->shm_shared[i] > own) {
            return SQLITE_BUSY;
        }
    }
    for (int i = offset; i < offset + n; i++) {
        f->shm_exclusive[i]++;
        o->shm_exclusive |= 1 << i;
    }
    return SQLITE_OK;
}

static int shm_shared(struct open_file *o, int slot)
{
    struct disk_file *f = o->file;

    if (o->shm_shared >> slot & 1) {
        return SQLITE_OK;
    }
    if (f->shm_exclusive[slot] > 0) {
        return SQLITE_BUSY;
    }
    f->shm_shared[slot]++;
    o->shm_shared |= 1 << slot;
    return SQLITE_OK;
}

static void shm_release(struct open_file *o, int slot)
{
    o->file->shm_shared[slot] -= o->shm_shared >> slot & 1;
    o->file->shm_exclusive[slot] -= o->shm_exclusive >> slot & 1;
    o->shm_shared &= ~(1 << slot);
    o->shm_exclusive &= ~(1 << slot);
}

static int x_shm_lock(sqlite3_file *base, int offset, int n, int flags)
{
    struct open_file *o = (struct open_file *)base;
    int code = SQLITE_OK;

    pthread_mutex_lock(&disk.lock);
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int i = offset; i < offset + n; i++) {
            shm_release(o, i);
        }
    } else if (flags & SQLITE_SHM_EXCLUSIVE) {
        code = shm_exclusive(o, offset, n);
    } else {
        code = shm_shared(o, offset);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static void x_shm_barrier(sqlite3_file *base)
{
    (void)base;
    __sync_synchronize();
}

static int x_shm_unmap(sqlite3_file *base, int erase)
{
    struct open_file *o = (struct open_file *)base;

    pthread_mutex_lock(&disk.lock);
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++) {
        shm_release(o, i);
    }
    for (int i = 0; erase && i < REGIONS; i++) {
        free(o->file->region[i]);
        o->file->region[i] = NULL;
    }
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

static struct disk_file *find(const char *name, bool create)
{
    struct disk_file *spare = NULL;

    for (int i = 0; i < FILES; i++) {
        struct disk_file *f = &disk.file[i];

        if (f->exists && strcmp(f->name, name) == 0) {
            return f;
        }
        if (!f->exists && spare == NULL) {
            spare = f;
        }
    }
    if (spare != NULL && create && strlen(name) < sizeof(spare->name)) {
        memset(spare, 0, sizeof(*spare));
        memcpy(spare->name, name, strlen(name) + 1);
        spare->exists = true;
        return spare;
    }
    return NULL;
}

static int x_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base,
                  int flags, int *out)
{
    struct open_file *o = (struct open_file *)base;

    (void)vfs;
    memset(o, 0, sizeof(*o));
    if (name == NULL) {
        name = "temporary";
    }
    pthread_mutex_lock(&disk.lock);
    o->file = find(name, (flags & SQLITE_OPEN_CREATE) != 0 && !disk.cut);
    pthread_mutex_unlock(&disk.lock);
    if (o->file == NULL) {
        return SQLITE_CANTOPEN;
    }
    o->base.pMethods = &disk.methods;
    if (out != NULL) {
        *out = flags;
    }
    return SQLITE_OK;
}

static void wipe(struct disk_file *f)
{
    for (int i = 0; i < REGIONS; i++) {
        free(f->region[i]);
    }
    free(f->now);
    free(f->safe);
    memset(f, 0, sizeof(*f));
}

static int x_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct disk_file *f;
    int code = SQLITE_OK;

    (void)vfs;
    (void)sync;
    pthread_mutex_lock(&disk.lock);
    f = find(name, false);
    if (dead()) {
        code = SQLITE_IOERR_DELETE;
    } else if (f != NULL) {
        wipe(f);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int x_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    (void)flags;
    pthread_mutex_lock(&disk.lock);
    *out = find(name, false) != NULL;
    pthread_mutex_unlock(&disk.lock);
    return SQLITE_OK;
}

static int x_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = x_close,
    .xRead = x_read,
    .xWrite = x_write,
    .xTruncate = x_truncate,
    .xSync = x_sync,
    .xFileSize = x_size,
    .xLock = x_lock,
    .xUnlock = x_unlock,
    .xCheckReservedLock = x_reserved,
    .xFileControl = x_control,
    .xSectorSize = x_sector,
    .xDeviceCharacteristics = x_traits,
    .xShmMap = x_shm_map,
    .xShmLock = x_shm_lock,
    .xShmBarrier = x_shm_barrier,
    .xShmUnmap = x_shm_unmap,
};

void forget_init(void)
{
    sqlite3_vfs *standard = sqlite3_vfs_find(NULL);

    disk.methods = methods;
    disk.vfs = *standard;
    disk.vfs.pNext = NULL;
    disk.vfs.zName = FORGET_VFS;
    disk.vfs.szOsFile = sizeof(struct open_file);
    disk.vfs.xOpen = x_open;
    disk.vfs.xDelete = x_delete;
    disk.vfs.xAccess = x_access;
    disk.vfs.xFullPathname = x_path;
    disk.cut = false;
    disk.full = false;
    disk.counting = false;
    disk.syncs = 0;
    sqlite3_vfs_register(&disk.vfs, 0);
}

void forget_cut_after(int writes)
{
    pthread_mutex_lock(&disk.lock);
    disk.countdown = writes;
    disk.counting = writes > 0;
    pthread_mutex_unlock(&disk.lock);
}

void forget_power_off(void)
{
    pthread_mutex_lock(&disk.lock);
    disk.cut = true;
    disk.counting = false;
    pthread_mutex_unlock(&disk.lock);
}

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15;
    uint64_t z = (*state ^ (*state >> 30)) * 0xBF58476D1CE4E5B9;

    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/* The file as the machine finds it: synced bytes, and here and there a sector
 * that had made it to the disk. */
static void come_back(struct disk_file *f, uint64_t *random, int survive)
{
    long size = f->size > f->safe_size ? f->size : f->safe_size;
    unsigned char *found = calloc(1, (size_t)size + 1);
    long end = f->safe_size;

    if (found == NULL) {
        abort();
    }
    if (f->safe_size > 0) {
        memcpy(found, f->safe, (size_t)f->safe_size);
    }
    for (long at = 0; at < f->size; at += SECTOR) {
        long count = f->size - at < SECTOR ? f->size - at : SECTOR;

        if ((int)(next_random(random) & 255) < survive) {
            memcpy(found + at, f->now + at, (size_t)count);
            end = at + count > end ? at + count : end;
        }
    }
    free(f->now);
    free(f->safe);
    f->now = found;
    f->room = size + 1;
    f->size = end;
    f->safe = NULL;
    f->safe_size = 0;
}

void forget_power_on(uint64_t seed, int survive)
{
    pthread_mutex_lock(&disk.lock);
    for (int i = 0; i < FILES; i++) {
        struct disk_file *f = &disk.file[i];
        unsigned char *copy;

        for (int k = 0; k < REGIONS; k++) {
            free(f->region[k]);
            f->region[k] = NULL;
        }
        memset(f->shm_shared, 0, sizeof(f->shm_shared));
        memset(f->shm_exclusive, 0, sizeof(f->shm_exclusive));
        f->shared = 0;
        f->exclusive = 0;
        if (!f->exists || !f->durable) {
            wipe(f);
            continue;
        }
        come_back(f, &seed, survive);
        copy = malloc((size_t)f->size + 1);
        if (copy == NULL) {
            abort();
        }
        memcpy(copy, f->now, (size_t)f->size);
        f->safe = copy;
        f->safe_size = f->size;
    }
    disk.cut = false;
    disk.counting = false;
    pthread_mutex_unlock(&disk.lock);
}

void forget_fill(bool full)
{
    pthread_mutex_lock(&disk.lock);
    disk.full = full;
    pthread_mutex_unlock(&disk.lock);
}

int forget_syncs(void)
{
    int syncs;

    pthread_mutex_lock(&disk.lock);
    syncs = disk.syncs;
    pthread_mutex_unlock(&disk.lock);
    return syncs;
}

void forget_damage(const char *name, long offset, int bytes)
{
    struct disk_file *f;

    pthread_mutex_lock(&disk.lock);
    f = find(name, false);
    for (int i = 0; f != NULL && i < bytes && offset + i < f->size; i++) {
        f->now[offset + i] ^= 0x5A;
    }
    pthread_mutex_unlock(&disk.lock);
}

void forget_finish(void)
{
    sqlite3_vfs_unregister(&disk.vfs);
    for (int i = 0; i < FILES; i++) {
        wipe(&disk.file[i]);
    }
}
