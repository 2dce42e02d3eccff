/* What the suite must know of each game beyond its interface. */
#include "suite.h"

#include <string.h>

static const char *const never[] = {NULL};
static const char *const hazard_falls[] = {"roll", NULL};
/* Mission 7: somebody gets farther than the leader. */
static const char *const apogee_falls[] = {"roll", NULL};

/* A game that isn't listed gets the last row. */
static const struct prop_kind kinds[] = {
    {.id = "hazard",
     .falls = hazard_falls,
     .unregistered = true,
     .extra = prop_check_hazard},
    {.id = "apogee",
     .falls = apogee_falls,
     .facts = prop_facts_apogee,
     .promises = prop_promises_apogee},
    {.id = "mlem",
     .falls = never,
     .settles = "explore",
     .facts = prop_facts_mlem,
     .promises = prop_promises_mlem},
    {.id = "liftoff",
     .falls = never,
     .facts = prop_facts_liftoff,
     .promises = prop_promises_liftoff},
    {.id = NULL, .falls = never},
};

const struct prop_kind *prop_kind_of(const char *id)
{
    const struct prop_kind *kind = kinds;

    while (kind->id != NULL && strcmp(kind->id, id) != 0) {
        kind++;
    }
    return kind;
}
