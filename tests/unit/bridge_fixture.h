/* A bridge session that plays the registered games and Hazard. */
#ifndef MAXQ_TESTS_UNIT_BRIDGE_FIXTURE_H
#define MAXQ_TESTS_UNIT_BRIDGE_FIXTURE_H

#include "core/bridge.h"

/* Random bytes are always the same; `context` is not used. */
extern const struct mq_bridge_host bridge_fixture_host;

#endif
