/* Messages: whatever the engine says to people.
 *
 * A message is an id and arguments, never a sentence. The catalogues in
 * data/text/{en,de}/ turn it into one: `id = sentence with {0} and {1}`.
 * Terminal, server and page share the catalogues; programs get the id, the
 * arguments and the English sentence.
 *
 * Argument kinds (the letter is used in format strings):
 *   i  a whole number
 *   w  a word of the game's vocabulary ("scout"); the catalogue may have a
 *      name for it under `<game>.word.<word>` or, for all games, under
 *      `core.word.<word>`; otherwise the word stands
 *   t  text as it is (a file name, what somebody typed, a path)
 *   p  a seat, counted from 0; shown as the player's name, or P1, P2 …
 *   r  a rule id ("ML-T4")
 *   f  a fixed-point number in thousandths (1500 is 1.5)
 *   c  a chance in thousandths of a percent (12500 is 12.5 %)
 */
#ifndef MAXQ_MESSAGE_H
#define MAXQ_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_MAX_ARGS 6
#define MQ_ARG_TEXT_SIZE 56

struct mq_arg {
    char kind; /* one of the letters above */
    int32_t number;
    char text[MQ_ARG_TEXT_SIZE]; /* cut with … where it doesn't fit */
};

struct mq_message {
    const char *id; /* static storage; NULL: no message */
    int args;
    struct mq_arg arg[MQ_MAX_ARGS];
};

/* A message with the rule behind it: a refusal, an explanation. */
struct mq_note {
    const char *rule; /* "ML-T4"; static storage; NULL: no rule */
    struct mq_message message;
};

/* Sets id and arguments; format has one letter an argument:
 * mq_message_set(&m, "mlem.lands", "pwi", seat, "scout", 5).
 * Numbers are passed as int, texts as const char *. */
void mq_message_set(struct mq_message *message, const char *id,
                    const char *format, ...);
void mq_message_setv(struct mq_message *message, const char *id,
                     const char *format, va_list args);

/* A chance as people are told it, for an argument of kind `c`: rounded to
 * tenths of a percent. */
static inline int mq_chance_arg(double chance)
{
    return (int)(chance * 1000 + 0.5) * 100;
}

/* Sets a note: rule and message at once. */
void mq_note_set(struct mq_note *note, const char *rule, const char *id,
                 const char *format, ...);

/* The languages that have a catalogue ("en", "de"), English first; NULL after
 * the last one. */
const char *mq_language(int index);

/* How a sentence is put: language (NULL: English), the game whose
 * words the arguments use (NULL: none), and players' names (NULL: P1, P2 …;
 * a NULL name likewise). */
struct mq_voice {
    const char *language;
    const char *game;
    const char *const *names;
    int players;
};

/* Puts a message into words; always ends with NUL. Returns the length that
 * the whole sentence has, as snprintf does. A missing id gives the id. */
size_t mq_sentence(const struct mq_message *message,
                   const struct mq_voice *voice, char *out, size_t size);

/* The name of one word of a game's vocabulary ("scout" → "Kundschafter"); the
 * word itself where the catalogue has none. Static storage. */
const char *mq_word_name(const char *language, const char *game,
                         const char *word);

/* A catalogue text as it stands, NULL if there is none. */
const char *mq_text(const char *language, const char *id);

#ifdef __cplusplus
}
#endif

#endif
