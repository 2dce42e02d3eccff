/* What happened, in a few frames: dice that roll, pieces that go from place to
 * place, the log line by line. Any key ends the scene.
 */
#include "term/full/full.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define ROLLS 4 /* frames of rolling dice */
#define ROLL_MS 70
#define FLIGHT_MS 45 /* a step of a flight */
#define EVENT_MS 260

struct scene {
    struct mq_full *full;
    bool skipped;
    struct mq_rng rng;
};

/* The board with another view than the viewer's own, for one frame. */
static void draw_frame(struct mq_full *full, const void *view, const char *line)
{
    struct mq_session *s = full->session;
    struct mq_state kept = s->view;

    memcpy(s->view.bytes, view, s->game->state_size);
    snprintf(full->status, sizeof full->status, "%s", line);
    mq__full_draw(full, false);
    mq__full_keys(full, "term.full-watch");
    s->view = kept;
}

/* Dice that are still rolling: outcomes that could come as well. */
static void roll(struct scene *scene, struct mq_event event, const void *before)
{
    struct mq_full *full = scene->full;
    struct mq_session *s = full->session;
    char text[MQ_TEXT_SIZE];

    mq_event_text(s->game, event, text, sizeof text);
    if (event.seat != MQ_CHANCE_SEAT || strncmp(text, "roll", 4) != 0) {
        return;
    }
    for (int i = 0; i < ROLLS && !scene->skipped; i++) {
        struct mq_state possible;

        memcpy(possible.bytes, before, s->game->state_size);
        mq_resample(s->game, possible.bytes, s->viewer, &scene->rng);
        mq_apply(s->game, possible.bytes, MQ_CHANCE_SEAT,
                 mq_sample(s->game, possible.bytes, &scene->rng));
        mq_redact(s->game, possible.bytes, s->viewer);
        draw_frame(full, possible.bytes,
                   mq__label(s->voice.language, "term.rolling"));
        scene->skipped = !mq__face_pause(&full->face, ROLL_MS);
    }
}

/* Where something goes, by the engine's facts. */
struct flight {
    int from, to;
};

static void take_flight(void *context, const struct mq_fact *fact)
{
    struct flight *flight = context;

    if (fact->kind == MQ_FACT_MOVES && fact->counted && flight->from < 0 &&
        fact->after > fact->before) {
        flight->from = fact->before;
        flight->to = fact->after;
    }
}

static void fly(struct scene *scene, struct mq_event event, const void *before)
{
    struct mq_full *full = scene->full;
    struct mq_session *s = full->session;
    struct flight flight = {-1, -1};
    struct mq_facts facts = {.take = take_flight, .context = &flight};

    if (event.seat < 0 ||
        !mq_is_legal(s->game, before, event.seat, event.action)) {
        return;
    }
    mq_tell(s->game, before, event.seat, event.action, &facts);
    for (int at = flight.from; at >= 0 && at <= flight.to && !scene->skipped;
         at++) {
        char memory[256];
        struct mq_buf line;

        mq__buf_fixed(&line, memory, sizeof memory);
        mq__buf_printf(&line, " %d ", flight.from);
        for (int i = flight.from; i < at; i++) {
            mq__buf_str(&line, "\xE2\x95\x90\xE2\x95\x90");
        }
        mq__buf_printf(&line, "\xE2\x96\xB6 %d", at);
        draw_frame(full, before, memory);
        scene->skipped = !mq__face_pause(&full->face, FLIGHT_MS);
    }
}

static void first_sentence(const struct mq_session *s, struct mq_event event,
                           const void *before, const void *after, char *out,
                           size_t size)
{
    struct mq_note notes[MQ_MAX_NOTES];

    out[0] = '\0';
    if (mq_describe(s->game, before, event, after, notes) > 0) {
        mq_sentence(&notes[0].message, &s->voice, out, size);
    }
}

static bool show_event(void *context, int number, struct mq_event event,
                       const void *before, const void *view)
{
    struct scene *scene = context;
    struct mq_full *full = scene->full;
    char sentence[256];

    (void)number;
    first_sentence(full->session, event, before, view, sentence,
                   sizeof sentence);
    roll(scene, event, before);
    fly(scene, event, before);
    if (!scene->skipped) {
        draw_frame(full, view, sentence);
        scene->skipped = !mq__face_pause(&full->face, EVENT_MS);
    }
    return !scene->skipped;
}

void mq__full_scene(struct mq_full *full)
{
    struct mq_session *s = full->session;
    struct scene scene = {.full = full};
    int count = mq__log_count(s);

    mq_rng_seed_pair(&scene.rng, s->bot_seed, (uint64_t)count);
    if (full->face.motion && full->told >= 0 && full->told < count) {
        mq__log_visit(s, full->told, show_event, &scene);
    }
    full->told = count;
    full->status[0] = '\0';
}

void mq__full_thinking(struct mq_full *full, int seat)
{
    struct mq_session *s = full->session;
    struct mq_message message;

    if (s->viewer == MQ_SPECTATOR && s->people > 0) {
        return; /* nobody has looked yet */
    }
    mq_message_set(&message, "term.thinking", "p", seat);
    mq_sentence(&message, &s->voice, full->status, sizeof full->status);
    mq__full_draw(full, false);
    mq__full_keys(full, "term.full-watch");
    mq__face_show(&full->face);
    full->status[0] = '\0';
}
