/* A bridge session for tests: see bridge_fixture.h. */
#include "bridge_fixture.h"

#include "games/hazard.h"

#include <stdlib.h>
#include <string.h>

enum mq_status bridge_fixture_open(void *context, const char *id,
                                   const struct mq_game **out)
{
    struct mq_game *copy;

    (void)context;
    if (strcmp(id, "hazard") != 0) {
        return mq_game_open(id, NULL, 0, out, NULL);
    }
    /* The session frees what it opened; Hazard itself is static. */
    copy = malloc(sizeof *copy);
    if (copy == NULL) {
        return MQ_NOMEM;
    }
    memcpy(copy, hz_game(), sizeof *copy);
    *out = copy;
    return MQ_OK;
}
