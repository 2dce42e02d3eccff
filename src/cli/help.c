/* Texts of --help in the language of the process. */
#include "cli/command.h"

#include "core/embed.h"

#include <stdio.h>
#include <string.h>

/* The line after that of the text, indented by two blanks. The lines of the
 * file aren't ended by NUL: each translation is kept once it was asked for. */
#define MOST_KEPT 128
#define LONGEST 256

static const char *find(const char *words, const char *text, size_t *length)
{
    size_t own = strlen(text);

    for (const char *line = words; line != NULL && *line != '\0';
         line = strchr(line, '\n'), line = line != NULL ? line + 1 : NULL) {
        if (strncmp(line, text, own) == 0 &&
            strncmp(line + own, "\n  ", 3) == 0) {
            *length = strcspn(line + own + 3, "\n");
            return line + own + 3;
        }
    }
    return NULL;
}

const char *mq__cli_help(const char *text)
{
    static char kept[MOST_KEPT][LONGEST];
    static int count;
    const struct mq_embedded *words;
    const char *found = NULL;
    size_t length = 0;
    char path[64];

    snprintf(path, sizeof path, "help/%s/words.txt", mq__cli_language());
    words = text != NULL ? mq__embedded_find(path) : NULL;
    if (words != NULL) {
        found = find(words->bytes, text, &length);
    }
    if (found == NULL || length >= LONGEST || count == MOST_KEPT) {
        return text;
    }
    memcpy(kept[count], found, length);
    kept[count][length] = '\0';
    return kept[count++];
}
