/* Apogee: the ids of the numbered rules as static texts, for notes. */
#include "games/apogee/rules.h"

// clang-format off
static const char *const rules[] = {
    "AP-C1", "AP-C2", "AP-C3", "AP-C4", "AP-C5", "AP-C6", "AP-C7", "AP-C8", "AP-C9",
    "AP-C10", "AP-C11", "AP-C12", "AP-C13", "AP-C14", "AP-C15",
    "AP-G1", "AP-G2", "AP-G3", "AP-G4", "AP-G5", "AP-G6", "AP-G7", "AP-G8", "AP-G9",
    "AP-H1", "AP-H2", "AP-H3", "AP-H4", "AP-H5", "AP-H6", "AP-H7", "AP-H8",
    "AP-S1", "AP-S2", "AP-S3", "AP-S4", "AP-S5", "AP-S6", "AP-S7", "AP-S8",
    "AP-P1", "AP-P2", "AP-P3", "AP-P4", "AP-P5", "AP-P6", "AP-P7", "AP-P8", "AP-P9",
    "AP-P10",
    "AP-Y1", "AP-Y2", "AP-Y3", "AP-Y4", "AP-Y5", "AP-Y6", "AP-Y7", "AP-Y8", "AP-Y9",
    "AP-Y10", "AP-Y11", "AP-Y12", "AP-Y13", "AP-Y14", "AP-Y15", "AP-Y16", "AP-Y17",
    "AP-Y18", "AP-Y19", "AP-Y20", "AP-Y21", "AP-Y22", "AP-Y23", "AP-Y24", "AP-Y25",
    "AP-B1", "AP-B2", "AP-B3", "AP-B4", "AP-B5", "AP-B6", "AP-B7", "AP-B8", "AP-B9",
    "AP-R1", "AP-R2", "AP-R3", "AP-R4", "AP-R5", "AP-R6",
    "AP-D1", "AP-D2", "AP-D3", "AP-D4", "AP-D5", "AP-D6", "AP-D7",
    "AP-A1", "AP-A2", "AP-A3", "AP-A4", "AP-A5", "AP-A6", "AP-A7", "AP-A8", "AP-A9",
    "AP-A10", "AP-A11", "AP-A12", "AP-A13", "AP-A14", "AP-A15", "AP-A16", "AP-A17",
    "AP-V1", "AP-V2", "AP-V3", "AP-V4", "AP-V5", "AP-V6", "AP-V7", "AP-V8", "AP-V9",
    "AP-V10", "AP-V11", "AP-V12", "AP-V13",
    "AP-N1", "AP-N2", "AP-N3", "AP-N4", "AP-N5", "AP-N6", "AP-N7",
    "AP-F1", "AP-F2", "AP-F3", "AP-F4", "AP-F5",
    "AP-L1", "AP-L2", "AP-L3", "AP-L4", "AP-L5", "AP-L6", "AP-L7", "AP-L8", "AP-L9",
    "AP-L10", "AP-L11", "AP-L12", "AP-L13", "AP-L14", "AP-L15", "AP-L16", "AP-L17",
    "AP-L18",
    "AP-K1", "AP-K2", "AP-K3", "AP-K4", "AP-K5", "AP-K6", "AP-K7", "AP-K8", "AP-K9",
    "AP-K10", "AP-K11", "AP-K12", "AP-K13", "AP-K14", "AP-K15", "AP-K16",
    "AP-I1", "AP-I2", "AP-I3", "AP-I4", "AP-I5", "AP-I6", "AP-I7", "AP-I8", "AP-I9",
    "AP-I10", "AP-I11", "AP-I12", "AP-I13",
    "AP-M1", "AP-M2", "AP-M3", "AP-M4", "AP-M5", "AP-M6", "AP-M7", "AP-M8", "AP-M9",
    "AP-M10", "AP-M11", "AP-M12", "AP-M13",
    "AP-E1", "AP-E2", "AP-E3", "AP-E4", "AP-E5", "AP-E6", "AP-E7", "AP-E8", "AP-E9",
    "AP-E10", "AP-E11", "AP-E12", "AP-E13", "AP-E14", "AP-E15", "AP-E16", "AP-E17",
    "AP-E18", "AP-E19", "AP-E20",
    "AP-O1", "AP-O2", "AP-O3", "AP-O4", "AP-O5", "AP-O6", "AP-O7", "AP-O8", "AP-O9",
    "AP-O10", "AP-O11", "AP-O12", "AP-O13", "AP-O14", "AP-O15", "AP-O16",
    "AP-Q1", "AP-Q2", "AP-Q3", "AP-Q4", "AP-Q5", "AP-Q6", "AP-Q7", "AP-Q8", "AP-Q9",
    "AP-Q10", "AP-Q11", "AP-Q12", "AP-Q13", "AP-Q14",
    "AP-Z1", "AP-Z2", "AP-Z3", "AP-Z4", "AP-Z5", "AP-Z6",
    "AP-X1", "AP-X2", "AP-X3", "AP-X4", "AP-X5", "AP-X6", "AP-X7", "AP-X8",
};
// clang-format on

const char *mq__apogee_rule(const char *id)
{
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (strcmp(rules[i], id) == 0) {
            return rules[i];
        }
    }
    return NULL;
}
