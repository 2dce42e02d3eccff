/* A bridge session that plays the registered games and Hazard. */
#ifndef MAXQ_TESTS_UNIT_BRIDGE_FIXTURE_H
#define MAXQ_TESTS_UNIT_BRIDGE_FIXTURE_H

#include "bridge/bridge.h"

/* For mq__bridge_create; `context` is not used. */
enum mq_status bridge_fixture_open(void *context, const char *id,
                                   const struct mq_game **out);

#endif
