/* Secrets and ids. A secret has 128 random bits, written as 22 characters of
 * base64url. It is kept as a hash only and compared in constant time. */
#ifndef MAXQ_SERVER_SECRET_H
#define MAXQ_SERVER_SECRET_H

#include "store/store.h"

#define MQ_SECRET_SIZE 23 /* 22 characters and NUL */

void mq__secret_make(char out[MQ_SECRET_SIZE]);
/* Its hash in hex, as it is stored. Any text whatever may be hashed. */
void mq__secret_hash(const char *secret, char out[MQ_KEY_SIZE]);
/* Whether the secret has that hash. */
bool mq__secret_fits(const char *secret, const char *hash);
/* Whether it looks like one: 22 characters of the alphabet. */
bool mq__secret_ok(const char *text);

/* A new table id: 16 letters and digits that can't be taken for another. */
void mq__id_make(char out[MQ_TABLE_ID_SIZE]);
bool mq__id_ok(const char *text);

/* A random key for accounts: 32 hex digits. */
void mq__key_make(char out[MQ_KEY_SIZE]);

#endif
