/* See fixture.h. */
#include "fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *make_folder(void)
{
    const char *top = getenv("TMPDIR");
    char *path = NULL;

    if (asprintf(&path, "%s/maxq-store-XXXXXX", top != NULL ? top : P_tmpdir) <
            0 ||
        mkdtemp(path) == NULL) {
        fail_msg("cannot make a folder");
    }
    return path;
}

void remove_folder(char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *item;

    while (dir != NULL && (item = readdir(dir)) != NULL) {
        char path[512];

        snprintf(path, sizeof(path), "%s/%s", folder, item->d_name);
        unlink(path);
    }
    if (dir != NULL) {
        closedir(dir);
    }
    rmdir(folder);
    free(folder);
}

struct mq_table_row a_table(const char *id)
{
    return (struct mq_table_row){
        .id = id,
        .version = 1,
        .game = "mlem",
        .state = MQ_TABLE_OPEN,
        .created_at = 1000,
        .doc = "{\"name\":\"Müller's\"}",
    };
}

struct mq_head_row a_head(const char *id)
{
    return (struct mq_head_row){
        .table = id,
        .segment = -1,
        .position = "",
        .seen = "[]",
        .clock = "{}",
        .link = "",
        .before = "",
    };
}

enum mq_status append(struct mq_store *store, const char *id, int from,
                      int count)
{
    struct mq_head_row head = a_head(id);
    struct mq_entry_row row[64];
    char line[64][32], client[64][32], link[32], before[32];

    assert_in_range(count, 0, 64);
    snprintf(before, sizeof(before), "link %d", from);
    snprintf(link, sizeof(link), "link %d", from + count);
    for (int i = 0; i < count; i++) {
        snprintf(line[i], sizeof(line[i]), "line %d", from + i);
        snprintf(client[i], sizeof(client[i]), "id-%d", from + i);
        row[i] = (struct mq_entry_row){from + i, 5000 + i, i % 2, client[i],
                                       line[i]};
    }
    head.segment = 0;
    head.entries = from + count;
    head.position = "{\"x\":1}";
    head.before = before;
    head.link = link;
    return mq_store_append(store, &head, row, count);
}

void put_table(struct mq_store *store, const char *id, int count)
{
    struct mq_table_row row = a_table(id);
    struct mq_head_row head = a_head(id);

    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    assert_int_equal(mq_store_put_head(store, &head), MQ_OK);
    head.segment = 0;
    head.link = "link 0";
    assert_int_equal(mq_store_begin_record(store, &head, "header", "secret"),
                     MQ_OK);
    if (count > 0) {
        assert_int_equal(append(store, id, 0, count), MQ_OK);
    }
}

static bool check_entry(void *context, const struct mq_entry_row *row)
{
    int *count = context;
    char line[32], client[32];

    snprintf(line, sizeof(line), "line %d", *count);
    snprintf(client, sizeof(client), "id-%d", *count);
    assert_int_equal(row->number, *count);
    assert_string_equal(row->line, line);
    assert_string_equal(row->client, client);
    ++*count;
    return true;
}

int count_entries(struct mq_store *store, const char *id)
{
    int count = 0;

    assert_int_equal(mq_store_entries(store, id, 0, 0, check_entry, &count),
                     MQ_OK);
    return count;
}
