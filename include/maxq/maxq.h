/* Max Q: three space-race board games as a library. This header has it all. */
#ifndef MAXQ_MAXQ_H
#define MAXQ_MAXQ_H

#include <maxq/bot.h>
#include <maxq/game.h>
#include <maxq/learn.h>
#include <maxq/match.h>
#include <maxq/message.h>
#include <maxq/observe.h>
#include <maxq/rng.h>
#include <maxq/status.h>
#include <maxq/tell.h>
#include <maxq/version.h>

#endif
