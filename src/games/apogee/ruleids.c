/* Apogee: the ids of the numbered rules as static texts, for notes. */
#include "games/apogee/rules.h"

// clang-format off
#define FIVE(s) s "1", s "2", s "3", s "4", s "5"
#define NINE(s) FIVE(s), s "6", s "7", s "8", s "9"

static const char *const rules[] = {
    NINE("AP-C"), "AP-C10", "AP-C11", "AP-C12", "AP-C13", "AP-C14", "AP-C15",
    NINE("AP-G"),
    FIVE("AP-H"), "AP-H6", "AP-H7", "AP-H8",
    FIVE("AP-S"), "AP-S6", "AP-S7", "AP-S8",
    NINE("AP-P"), "AP-P10",
    NINE("AP-Y"), "AP-Y10", "AP-Y11", "AP-Y12", "AP-Y13", "AP-Y14", "AP-Y15", "AP-Y16", "AP-Y17",
    "AP-Y18", "AP-Y19", "AP-Y20", "AP-Y21", "AP-Y22", "AP-Y23", "AP-Y24", "AP-Y25",
    NINE("AP-B"),
    FIVE("AP-R"), "AP-R6",
    FIVE("AP-D"), "AP-D6", "AP-D7",
    NINE("AP-A"), "AP-A10", "AP-A11", "AP-A12", "AP-A13", "AP-A14", "AP-A15", "AP-A16", "AP-A17",
    NINE("AP-V"), "AP-V10", "AP-V11", "AP-V12", "AP-V13",
    FIVE("AP-N"), "AP-N6", "AP-N7",
    FIVE("AP-F"),
    NINE("AP-L"), "AP-L10", "AP-L11", "AP-L12", "AP-L13", "AP-L14", "AP-L15", "AP-L16", "AP-L17",
    "AP-L18",
    NINE("AP-K"), "AP-K10", "AP-K11", "AP-K12", "AP-K13", "AP-K14", "AP-K15", "AP-K16",
    NINE("AP-I"), "AP-I10", "AP-I11", "AP-I12", "AP-I13",
    NINE("AP-M"), "AP-M10", "AP-M11", "AP-M12", "AP-M13",
    NINE("AP-E"), "AP-E10", "AP-E11", "AP-E12", "AP-E13", "AP-E14", "AP-E15", "AP-E16", "AP-E17",
    "AP-E18", "AP-E19", "AP-E20",
    NINE("AP-O"), "AP-O10", "AP-O11", "AP-O12", "AP-O13", "AP-O14", "AP-O15", "AP-O16",
    NINE("AP-Q"), "AP-Q10", "AP-Q11", "AP-Q12", "AP-Q13", "AP-Q14",
    FIVE("AP-Z"), "AP-Z6",
    FIVE("AP-X"), "AP-X6", "AP-X7", "AP-X8",
};
// clang-format on

const char *mq__ap_rule(const char *id)
{
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (strcmp(rules[i], id) == 0) {
            return rules[i];
        }
    }
    return NULL;
}
