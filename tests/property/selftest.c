/* Does the suite find what it is there to find? The honest hazard game passes
 * it, every bad version fails it at the check meant for it. */
#include "suite.h"

#include "../games/hazard_bad.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCHES 500

/* Plays until something fails; listens to one check alone, or (NULL) to all. */
static void run(struct prop *p, const struct mq_game *game, const char *only)
{
    prop_begin(p, game, 1);
    p->dear_one_in = 8;
    p->record_one_in = 4;
    p->only = only;
    for (int i = 0; i < MATCHES; i++) {
        if (!prop_match(p, i)) {
            return;
        }
    }
    prop_sums(p);
}

static bool report(const struct prop *p, int number, const char *name,
                   const char *wanted)
{
    bool good = strcmp(p->check, wanted) == 0;

    printf("%sok %d - %s\n", good ? "" : "not ", number, name);
    if (!good) {
        printf("# failed at '%s', should have at '%s': %s\n", p->check, wanted,
               p->reason);
    }
    return good;
}

int main(void)
{
    struct prop *p = malloc(sizeof *p);
    struct hz_state memory;
    int failed = 0;

    if (p == NULL) {
        return 2;
    }
    run(p, hz_game(), NULL);
    prop_print(p);
    failed += report(p, 1, "the honest game", "") ? 0 : 1;
    for (int i = 0; i < hz_bad_count; i++) {
        struct mq_game game = *hz_game();

        hz_bad[i].spoil(&game, &memory);
        run(p, &game, hz_bad[i].check);
        failed += report(p, i + 2, hz_bad[i].name, hz_bad[i].check) ? 0 : 1;
    }
    printf("1..%d\n", hz_bad_count + 1);
    free(p);
    return failed > 0 ? 1 : 0;
}
