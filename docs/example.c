/* Plays a random match through the public API:
 *   cc example.c $(pkg-config --cflags --libs libmaxq) -o example
 *   ./example [game] [seed] */
#include <maxq/maxq.h>

#include <stdio.h>
#include <stdlib.h>

/* One event: chance draws by the match's seed, a seat takes any action. */
static enum mq_status step(struct mq_match *match, struct mq_rng *rng)
{
    const struct mq_game *game = mq_match_game(match);
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    int seat = 0;

    if (mq_match_turn(match, &actors) == MQ_TURN_CHANCE) {
        return mq_match_chance(match, NULL);
    }
    while ((actors >> seat & 1) == 0) {
        seat++;
    }
    int n = mq_legal(game, mq_match_state(match), seat, legal);
    mq_action choice = legal[mq_rng_below(rng, (uint32_t)n)];
    return mq_match_play(match, seat, choice, NULL);
}

int main(int argc, char **argv)
{
    struct mq_match_config config = {.typed_seed = true};
    const struct mq_game *game;
    struct mq_match *match;
    struct mq_rng rng;
    uint32_t actors;
    char text[MQ_TEXT_SIZE];

    if (mq_game_open(argc > 1 ? argv[1] : "mlem", NULL, 0, &game, NULL)) {
        return EXIT_FAILURE;
    }
    mq_setup_init(game, 3, &config.setup);
    mq_seed_from_text(&config.seed, argc > 2 ? argv[2] : "caturday");
    mq_rng_seed(&rng, 42);
    if (mq_match_create(game, &config, &match, NULL)) {
        return EXIT_FAILURE;
    }
    while (mq_match_turn(match, &actors) != MQ_TURN_OVER &&
           !step(match, &rng)) {
        struct mq_event e = mq_match_event(match, mq_match_length(match) - 1);

        mq_event_text(game, e, text, sizeof text);
        printf("%s%d %s\n", e.seat < 0 ? "-" : "P", abs(e.seat + 1), text);
    }
    printf("winners: %#x\n", (unsigned)mq_match_winners(match));
    mq_match_destroy(match);
    mq_game_close(game);
    return EXIT_SUCCESS;
}
