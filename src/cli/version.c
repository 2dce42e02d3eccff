/* `maxq --version`: the version, and what the program was built with. */
#include "cli/command.h"

#ifdef MQ_WITH_SERVER
#include "server/assets.h"
#endif

#include <stdio.h>

struct feature {
    const char *name;
    bool there;
};

static void list(const char *title, const struct feature *features, bool there)
{
    const char *before = title;

    for (; features->name != NULL; features++) {
        if (features->there == there) {
            printf("%s %s", before, features->name);
            before = ",";
        }
    }
    if (before != title) {
        putchar('\n');
    }
}

void mq__cli_version(void)
{
    bool server = false, postgres = false, page = false, mpi = false;
    bool screen = false, editing = false;

#ifdef MQ_WITH_SERVER
    server = true;
    page = mq__asset_count > 0;
#endif
#ifdef MQ_WITH_POSTGRES
    postgres = true;
#endif
#ifdef MQ_WITH_MPI
    mpi = true;
#endif
#ifdef MQ_WITH_SCREEN
    screen = true;
#endif
#ifdef MQ_WITH_EDIT
    editing = true;
#endif
    const struct feature features[] = {
        {"server", server}, {"PostgreSQL", postgres}, {"page", page},
        {"MPI", mpi},       {"screen", screen},       {"line editing", editing},
        {NULL, false},
    };

    printf("maxq %s\n", mq_version());
    list("with:", features, true);
    list("without:", features, false);
}
