/* Text for terminals that show ASCII alone. */
#include "term/ascii.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <strings.h>

bool mq__ascii_alone(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    bool ascii = true;

    if (locale != (locale_t)0) {
        ascii = strcasecmp(nl_langinfo_l(CODESET, locale), "UTF-8") != 0;
        freelocale(locale);
    }
    return ascii;
}

static const struct {
    const char *text, *ascii;
} pairs[] = {
    {"─", "-"},  {"│", "|"},  {"┌", "+"},  {"┐", "+"},  {"└", "+"},
    {"┘", "+"},  {"├", "+"},  {"┤", "+"},  {"┬", "+"},  {"┴", "+"},
    {"┼", "+"},  {"═", "="},  {"●", "o"},  {"■", "#"},  {"▲", "^"},
    {"◆", "%"},  {"★", "*"},  {"○", "."},  {"▶", ">"},  {"▐", "["},
    {"▌", "|"},  {"·", "-"},  {"•", "*"},  {"…", "~"},  {"–", "-"},
    {"—", "-"},  {"−", "-"},  {"→", ">"},  {"←", "<"},  {"↑", "^"},
    {"↓", "v"},  {"›", ">"},  {"»", ">"},  {"«", "<"},  {"×", "x"},
    {"✗", "x"},  {"✓", "v"},  {"²", "2"},  {"□", "_"},  {"♟", "&"},
    {"█", "#"},  {"▏", "|"},  {"“", "\""}, {"”", "\""}, {"„", "\""},
    {"‘", "'"},  {"’", "'"},  {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"},
    {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"ß", "ss"}, {"é", "e"},
    {"è", "e"},  {"á", "a"},  {"È", "E"},  {"ă", "a"},  {"í", "i"},
    {"ó", "o"},  {"ç", "c"},  {"ñ", "n"},  {"°", "o"},
};

const char *mq__ascii_of(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strlen(pairs[i].text) == length &&
            memcmp(pairs[i].text, text, length) == 0) {
            return pairs[i].ascii;
        }
    }
    return "?";
}
