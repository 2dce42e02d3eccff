/* A disk in memory that forgets: what was written to a file and not synced is
 * lost at a pretended power cut, wholly or in part (sector by sector, as the
 * random numbers will). A file that was never synced is not even there. SQLite
 * on it behaves as on a machine whose plug is pulled.
 */
#ifndef MAXQ_TESTS_STORE_VFS_FORGET_H
#define MAXQ_TESTS_STORE_VFS_FORGET_H

#include <stdbool.h>
#include <stdint.h>

#define FORGET_VFS "forget"

/* Registers the disk, empty. */
void forget_init(void);

/* Power goes at the n-th write or sync from now: it and all after it fail.
 * 0: never. */
void forget_cut_after(int writes);
/* Power goes now. Close what is open afterwards, as the system does with a
 * process that is gone: it writes nothing any more. */
void forget_power_off(void);

/* Power comes back: unsynced sectors survive with the given chance in 256. */
void forget_power_on(uint64_t seed, int survive);

/* No room any more: writes that lengthen a file fail. */
void forget_fill(bool full);

/* Syncs so far. */
int forget_syncs(void);

/* Changes bytes on the disk. */
void forget_damage(const char *name, long offset, int bytes);

void forget_finish(void);

#endif
