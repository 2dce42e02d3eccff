/* A fuzz target is one function that libFuzzer calls with bytes of its own
 * making. It must not crash, leak or fail an assertion, whatever they are.
 */
#ifndef MAXQ_TESTS_FUZZ_FUZZ_H
#define MAXQ_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
